// What the coach says in a first game: what each kind of decision is about, and what to think of. The lessons themselves are
// told by the files they are played from.
export const coach: Record<string, string> = {
  first: 'Whoever decides here has won a roll-off. Going second lets you answer; going first lets you choose.',
  board: 'Boards differ in blocked and dangerous hexes. Long open lanes help bows, walls help those who must come close.',
  join: 'The longer the edge that both boards share, the sooner the warbands meet.',
  territory: 'Your territory is where you begin. Some cards ask who stands in whose territory in the end.',
  token: 'Tokens that can be held are worth glory to many objectives. Put them where your fighters get to first.',
  mulligan: 'You may replace a hand once. Keep objectives you can see yourself scoring in the first round.',
  deploy: 'Strong fighters in front, bows behind, and somebody near a token. Two friends side by side can support each other.',
  activation: 'One fighter acts each turn. Look for an attack with good odds, a token to stand on, or a charge that takes somebody out. A charge ends that fighter’s round, so do not charge with everybody at once.',
  'attack-target': 'Rest on a target to see the exact odds. Somebody who would go out of action is worth more than somebody who is only hurt.',
  'power-step': 'Cards that help an attack are best just before it. An upgrade stays for the whole game. Keeping a card back is no loss.',
  reaction: 'You are asked only when you have something that fits this moment. Passing costs nothing.',
  'drive-back': 'Drive the target off a token, into a dangerous hex, or next to a friend who strikes next.',
  reroll: 'A die that failed costs nothing to roll again.',
  score: 'Score whatever is met. Glory wins the game, and new objectives come in its place.',
  discard: 'Throw away what you will not be able to use; new cards come for it.',
  upgrade: 'Give upgrades to fighters who will still be there next round.',
  focus: 'A poor hand can be exchanged, but it costs the turn.',
};

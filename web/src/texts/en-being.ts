// Being at a table together: whose turn it is, and what people say to each other.
import type { Phrase } from '../protocol';

const phrases: Record<Phrase, string> = {
  hello: 'Hello!',
  'good-luck': 'Good luck!',
  'well-played': 'Well played!',
  thanks: 'Thank you!',
  sorry: 'Sorry!',
  'one-moment': 'One moment, please.',
  'good-game': 'Good game!',
  goodbye: 'Goodbye!',
};

export const being = {
  turn: {
    yours: 'Your turn',
    waiting: (games: number) => (games === 1 ? '1 game waits for you' : `${games} games wait for you`),
    count: (games: number) => `(${games})`,
    notify: 'Tell me when it is my turn',
    notifyText: 'This browser shows a notification while you look at something else.',
    notifyDenied: 'This browser has been told to show no notifications from here; its settings for this page can change that.',
    told: (others: string) => `Your turn against ${others}`,
    toldText: 'Gloryhex waits for your decision.',
  },
  devices: {
    title: 'Devices that know your name',
    unknown: 'Some device',
    early: 'Devices from before this list',
    own: 'this one',
    seen: (day: string) => `last seen ${day}`,
    withdraw: 'Take the name off it',
    text: 'A device that you no longer have, or lent to somebody, then cannot play or sign in under your name. The seats it sits at now stay open to it; if it knows your recovery phrase as well, make a new phrase.',
  },
  rated: {
    against: 'Against',
    friend: 'a friend, by link',
    level: (name: string, rating: number, within: number) => `${name} (${rating} ± ${within})`,
    text: 'An opponent’s rating was measured; yours moves by it. The game needs a clock, so that it comes to an end.',
    play: 'Play it',
  },
  clock: {
    days: (days: number, hours: number) => `${days} d ${hours} h`,
    back: (time: string) => `back within ${time}`,
  },
  recap: {
    title: 'Since you looked',
    watch: 'Watch it',
    more: (lines: number) => (lines === 1 ? '1 line before these is in the log.' : `${lines} lines before these are in the log.`),
    back: 'Back to the table',
  },
  reach: {
    onlyHere: 'Only this machine can open this link. So that others can, start the server anew:',
    how: 'gloryhex serve --host 0.0.0.0 --public-url http://ADDRESS:8042',
  },
  talk: {
    title: 'Say something',
    phrases,
    line: (name: string, words: string) => `${name}: “${words}”`,
    own: 'Own words with whoever wants that too',
    ownText: 'Nobody sees what you write unless both of you have switched this on. Whoever watches never does.',
    ownWith: (names: string) => `You can write to ${names}.`,
    ownNobody: 'Nobody else at this table has switched it on yet.',
    write: 'Your words',
    send: 'Send',
    people: 'The others at this table',
    mute: (name: string) => `Hear nothing from ${name}`,
    block: (name: string) => `Block ${name}`,
    blockText: 'They cannot join your games, challenge you or write to you any more. They are not told.',
    blocked: (name: string) => `${name} is blocked`,
    unblock: (name: string) => `Unblock ${name}`,
    list: 'Blocked people',
    listNone: 'You have blocked nobody.',
    needsName: 'With a name of your own you can also block somebody who has one.',
  },
};

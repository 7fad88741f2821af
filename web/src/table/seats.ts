// The shape of each player's tokens and marks: told apart by their outline alone, without any colour.
export const shapes = [
  'M0-27a27 27 0 1 1 0 54 27 27 0 1 1 0-54Z',
  'M-15-26H15L29 0 15 26H-15L-29 0Z',
  'M-19-25H19Q25-25 25-19V19Q25 25 19 25H-19Q-25 25-25 19V-19Q-25-25-19-25Z',
  'M-24-27H24Q27-27 27-24V2Q27 18 0 31-27 18-27 2V-24Q-27-27-24-27Z',
];

export const shapeOf = (seat: number): string => shapes[seat % shapes.length]!;

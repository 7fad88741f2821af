// The part of a long list that is in sight: only that is drawn.

export type Window = { /** The first row, and the one after the last. */ first: number; end: number; /** Room above and below. */ before: number; after: number };

/**
 * Which rows to draw of `rows`, whose heights are known or guessed, where the screen shows what lies between `top` and
 * `bottom`; `spare` rows more on both sides.
 */
export function windowOf(rows: number, height: (row: number) => number, top: number, bottom: number, spare: number): Window {
  const tops = [0];
  for (let row = 0; row < rows; row++) tops.push(tops[row]! + height(row));
  let first = 0;
  while (first < rows - 1 && tops[first + 1]! <= top) first++;
  let end = Math.min(rows, first + 1);
  while (end < rows && tops[end]! < bottom) end++;
  first = Math.max(0, first - spare);
  end = Math.min(rows, end + spare);
  return { first, end, before: tops[first]!, after: tops[rows]! - tops[end]! };
}

/**
 * The folder that a site of files is in, with a slash at its end, told from the address of one of its pages. It stands on its own
 * feet, because a site's first page has it written into its head.
 */
export function folderOf(path: string): string {
  const parts = path.split('/');
  const page = parts.findLastIndex((part, i) => (['decks', 'rules', 'learn', 'puzzles', 'lobby'].includes(part) || (['game', 'join', 'replay'].includes(part) && !!parts[i + 1])) && i > 0);
  return parts.slice(0, page > 0 ? page : -1).join('/') + '/';
}

/**
 * The folder that a site of files is in, with a slash at its end, told from the address of one of its pages; the folder itself
 * cannot have the name of a page. This stands on its own feet, because the first page of a site has it written into its head.
 */
export function folderOf(path: string): string {
  const parts = path.split('/');
  const page = parts.findIndex((part, i) => i > 0 && ['game', 'join', 'replay', 'decks', 'rules', 'learn', 'puzzles', 'lobby'].includes(part));
  return parts.slice(0, page > 0 ? page : -1).join('/') + '/';
}

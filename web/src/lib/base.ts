// Where the pages are: a server has them at the root of its address, a site of files in whatever folder it was put.
import { folderOf } from './folder';

/** The folder of the pages, with a slash at its end. */
export const base = import.meta.env.MODE === 'site' ? folderOf(location.pathname) : '/';

/** The address of a page or file: `/learn` stands for the page of that name, wherever the folder is. */
export const to = (page: string): string => base + page.slice(1);

/** The page that an address means. */
export const pageAt = (path: string): string => (path.startsWith(base) ? '/' + path.slice(base.length) : path);

// Where games are: on the server that the page came from, or, on a site of files alone, in this browser.
import type { Host } from './channel';
import { server } from './server';
import { browser } from './worker/host';

export const host: Host = import.meta.env.MODE === 'site' ? browser() : server();

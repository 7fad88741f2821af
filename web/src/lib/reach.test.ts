import { expect, it, vi } from 'vitest';

vi.mock('../net/api', () => ({ api: {} }));
vi.mock('../net/host', () => ({ host: { together: false } }));
vi.mock('./base', () => ({ to: (page: string) => page }));
const { onlyHere } = await import('./reach.svelte');

it('knows addresses that nobody else can open', () => {
  for (const host of ['localhost:8042', '127.0.0.1:8042', '127.3.2.1', '[::1]:80', 'games.localhost', '0.0.0.0:1']) expect(onlyHere(`http://${host}/join/abc#invite=i1.x`), host).toBe(true);
  for (const host of ['games.example.org', '192.168.1.7:8042', 'localhost.example.org', '127.example.org', '[2001:db8::1]']) expect(onlyHere(`http://${host}/join/abc`), host).toBe(false);
});

// A site of files alone, behind the plainest of static hosts: nothing but the files of a folder.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const root = resolve(import.meta.dirname, '../../..');
const kinds: Record<string, string> = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm', '.woff2': 'font/woff2', '.webmanifest': 'application/manifest+json',
};

/** The site that `cargo xtask site` wrote. */
export function built(): string {
  const folder = process.env.GLORYHEX_SITE ?? join(root, 'target/site');
  if (!existsSync(join(folder, 'sw.js'))) throw new Error('There is no site. Run `cargo xtask site target/site`, or set GLORYHEX_SITE.');
  return folder;
}

const STEADY = '<script>localStorage["gloryhex.pace"] = 0; localStorage["gloryhex.seed"] = 1;</script>';

export class Host {
  address = '';
  /** Bytes sent since they were last counted, compressed as most hosts do. */
  sent = 0;
  paths: string[] = [];
  /** What was asked for outside the folder of the site. */
  strayed: string[] = [];
  #server: Server | undefined;
  #port = 0;

  readonly folder: string;
  readonly #steady: boolean;
  readonly #under: string;

  /**
   * `steady`: every page has the same dice in every run and opponents that do not wait, and nothing is kept for later.
   * `under`: the folder of the address that the site is in, and beside which there is nothing.
   */
  constructor({ folder = built(), steady = false, under = '' }: { folder?: string; steady?: boolean; under?: string } = {}) {
    this.folder = folder;
    this.#under = under;
    this.#steady = steady;
  }

  async start(): Promise<this> {
    this.#server = createServer((request, answer) => {
      const asked = normalize(new URL(request.url ?? '/', 'http://host').pathname);
      if (!asked.startsWith(`${this.#under}/`)) {
        this.strayed.push(asked);
        return void answer.writeHead(404).end();
      }
      const path = asked.slice(this.#under.length);
      const named = join(this.folder, path === '/' ? 'index.html' : path);
      // Many hosts show this page for addresses they do not know; it is the client, which knows them.
      const file = existsSync(named) || extname(named) ? named : join(this.folder, 'index.html');
      if (!file.startsWith(this.folder) || !existsSync(file)) return void answer.writeHead(404).end();
      if (this.#steady && path === '/sw.js') return void answer.writeHead(404).end();
      const text = this.#steady && file.endsWith('index.html') ? Buffer.from(String(readFileSync(file)).replace('<body>', `<body>${STEADY}`)) : readFileSync(file);
      const body = gzipSync(text);
      this.sent += body.length;
      this.paths.push(path);
      answer.writeHead(200, { 'content-type': kinds[extname(file)] ?? 'application/octet-stream', 'content-encoding': 'gzip', 'cache-control': 'no-cache' }).end(body);
    });
    await new Promise<void>((done) => this.#server!.listen(this.#port, '127.0.0.1', done));
    const address = this.#server.address();
    this.#port = typeof address === 'object' && address ? address.port : 0;
    this.address = `http://127.0.0.1:${this.#port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((done) => this.#server?.close(done));
  }
}

/** A copy of the site in which everything is as it was but the version, and the title of its page. */
export function nextVersion(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gloryhex-site-'));
  cpSync(built(), folder, { recursive: true });
  return folder;
}

/** FNV-1a, as the service worker counts it. */
export function digest(bytes: Buffer): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** Changes the page of a copied site, and its service worker with it, as a new release would. */
export function release(folder: string, version: string, change: (page: string) => string): void {
  const page = join(folder, 'index.html');
  const before = readFileSync(page);
  const after = Buffer.from(change(String(before)));
  writeFileSync(page, after);
  const worker = join(folder, 'sw.js');
  const text = readFileSync(worker, 'utf8').replace(/const version = '[^']*'/, `const version = '${version}'`);
  writeFileSync(worker, text.replace(`["/index.html",${digest(before)}]`, `["/index.html",${digest(after)}]`));
}

export function forget(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** What the program says. */
export function said(binary: string, words: string[]): string {
  const ran = spawnSync(binary, words, { encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(ran.stderr + ran.stdout);
  return ran.stdout;
}

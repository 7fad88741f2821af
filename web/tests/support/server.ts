// The real server, started for a test on a free port with a folder of its own.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

export function binary(): string {
  const found = [process.env.GLORYHEX_BIN, join(root, 'target/debug/gloryhex'), join(root, 'target/release/gloryhex')].find((path) => path && existsSync(path));
  if (!found) throw new Error('There is no gloryhex binary. Run `cargo build`, or set GLORYHEX_BIN.');
  return found;
}

async function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

export class Server {
  readonly folder = mkdtempSync(join(tmpdir(), 'gloryhex-'));
  address = '';
  #child: ChildProcess | undefined;
  #port = 0;
  #said = '';

  /** The dice of its games follow from the seed; opponents wait so many milliseconds before they choose. */
  constructor(readonly seed = 1, readonly pace = 0) {}

  /** `ahead`: so many seconds have passed since the machine's clock stood as it does. */
  async start(ahead = 0): Promise<this> {
    this.#port ||= await freePort();
    this.address = `http://127.0.0.1:${this.#port}`;
    const child = spawn(binary(), ['serve', '--port', String(this.#port), '--data', this.folder, '--seed', String(this.seed), ...(ahead > 0 ? ['--ahead', String(ahead)] : [])], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, GLORYHEX_PACE: String(this.pace) } });
    this.#child = child;
    const keep = (chunk: Buffer) => (this.#said = (this.#said + String(chunk)).slice(-4000));
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    for (let i = 0; i < 6000; i++) {
      if (child.exitCode !== null) throw new Error(`The server ended:\n${this.#said}`);
      const healthy = await fetch(`${this.address}/health`).then((r) => r.ok, () => false);
      if (healthy) return this;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`The server does not answer:\n${this.#said}`);
  }

  /** Ends the process at once, as a power cut would. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await gone;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

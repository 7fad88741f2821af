// Writes what never changes as files beside the engine, so that a page can show it before the engine is there:
// `node data.mjs FOLDER`, with gloryhex.js and gloryhex_bg.wasm in the folder.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = resolve(process.argv[2]);
const { initSync, Page } = await import(pathToFileURL(join(folder, 'gloryhex.js')).href);
initSync({ module: readFileSync(join(folder, 'gloryhex_bg.wasm')) });
const page = new Page();
const write = (path) => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, `${path}.json`), page.ask(path));
};
write('editions');
for (const { name } of JSON.parse(page.ask('editions'))) {
  write(`content/${name}`);
  write(`rules/${name}`);
}

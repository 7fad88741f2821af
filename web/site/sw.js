// The service worker of a site: one version of its files, kept as a whole and served as a whole.
//
// A new version is fetched into a cache of its own and waits until every page of the old one is closed, or until somebody asks
// for it; so no page ever gets files of two versions. `cargo xtask site` fills in the version and the files.
const version = '__VERSION__';
/** Every file with its digest where its name does not change with what is in it, and null elsewhere. */
const files = __FILES__;
/** The folder of the site; others may be kept beside it. */
const root = new URL('./', location.href).pathname;
const mine = `gloryhex:${root}:`;
const own = mine + version;
const at = (path) => root + path.slice(1);

/** FNV-1a over the bytes, as the chore that wrote the list counts it. */
function digest(bytes) {
  let hash = 0x811c9dc5;
  for (const byte of new Uint8Array(bytes)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

async function fetchAll() {
  const cache = await caches.open(own);
  for (const [path, wanted] of files) {
    const answer = await fetch(at(path), { cache: 'no-cache' });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    if (wanted !== null && digest(await answer.clone().arrayBuffer()) !== wanted) throw new Error(`${path} is of another version`);
    await cache.put(at(path), answer);
  }
}

async function answer(request) {
  const path = request.mode === 'navigate' ? at('/index.html') : new URL(request.url).pathname;
  const cache = await caches.open(own);
  return (await cache.match(path)) ?? fetch(request);
}

addEventListener('install', (event) => event.waitUntil(fetchAll().catch(async (error) => {
  await caches.delete(own);
  throw error;
})));
addEventListener('activate', (event) => event.waitUntil(caches.keys().then((names) =>
  Promise.all(names.filter((name) => name.startsWith(mine) && name !== own).map((name) => caches.delete(name))))));
addEventListener('message', (event) => {
  if (event.data === 'take over') skipWaiting();
});
addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && new URL(request.url).origin === location.origin) event.respondWith(answer(request));
});

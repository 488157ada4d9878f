// Serves the page without a network. The build fills in the files; no other script imports this one.

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript knows no global of that type
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (globalThis));

const PREFIX = 'catbird-';
const VERSION = '@version';
const CACHE = PREFIX + VERSION;

/** SHA-256 of every file by its path in the scope, without the document. @type {Record<string, string>} */
const FILES = { '@files': '' };

/** Versions that are kept, so that a page that runs for days still finds the parts that it loads later. */
const MOST_VERSIONS = 3;

/** The document is taken from the cache if the network has not answered by then, in milliseconds. */
const PATIENCE_MS = 4000;

/** @param {string} path in the scope */
const addressOf = (path) => new URL(path, worker.registration.scope).href;

worker.addEventListener('install', (event) => {
  // Events are posted: they go past this worker where the browser can do that.
  if ('addRoutes' in event && typeof event.addRoutes === 'function')
    event.addRoutes({ condition: { requestMethod: 'POST' }, source: 'network' });
  event.waitUntil(install());
});

worker.addEventListener('activate', (event) => event.waitUntil(activate()));

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { href, origin, pathname } = new URL(request.url);
  const scope = new URL(worker.registration.scope);
  if (request.method !== 'GET' || origin !== scope.origin || !pathname.startsWith(scope.pathname)) return;
  const path = pathname.slice(scope.pathname.length);
  if (path === '' && request.mode === 'navigate') event.respondWith(documentFor(request));
  else if (path.startsWith('assets/') && !href.includes('?')) event.respondWith(assetFor(event, path));
  else if (Object.hasOwn(FILES, path)) event.respondWith(newestOf(request));
});

/** Keeps all files of this version. If one is missing, the version before stays, with what it has kept. */
async function install() {
  const cache = await caches.open(CACHE);
  await Promise.all([
    keepDocument(cache),
    ...Object.entries(FILES).map(([path, digest]) => keepFile(cache, path, digest)),
  ]);
  // Files have names of their own in each version: a page never gets one of another.
  await worker.skipWaiting();
}

/** @param {Cache} cache */
async function keepDocument(cache) {
  const response = await fetch(addressOf(''), { cache: 'no-cache' });
  const text = await response.clone().text();
  if (!response.ok || !text.includes('id="root"'))
    throw new Error(`${addressOf('')} did not answer with the page`);
  // While a host takes over a new version, its files may come from two of them.
  const foreign = [...text.matchAll(/"\.\/(assets\/[^"]+)"/g)].find(
    ([, path = '']) => !Object.hasOwn(FILES, path),
  );
  if (foreign !== undefined)
    throw new Error(`${addressOf('')} is of another version: it loads ${foreign[1]}`);
  // Without the mark of a redirect, which no navigation accepts.
  await cache.put(addressOf(''), new Response(text, { headers: response.headers }));
}

/**
 * Fetches a file, unless an earlier version has it. Anything else under its name is refused, also with status 200.
 * @param {Cache} cache
 * @param {string} path
 * @param {string} digest
 */
async function keepFile(cache, path, digest) {
  const address = addressOf(path);
  const known = path.startsWith('assets/') ? await caches.match(address) : undefined;
  const response = known ?? (await fetch(address, { cache: 'no-cache', integrity: `sha256-${digest}` }));
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  await cache.put(address, response);
}

async function activate() {
  const versions = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const old = versions
    .filter((name) => name !== CACHE)
    .slice(0, Math.max(0, versions.length - MOST_VERSIONS));
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/**
 * The newest document, so that an update takes effect with the next load. Without a network, the one that is kept.
 * Nothing of the address is kept: a link may hold credentials.
 * @param {Request} request
 */
async function documentFor(request) {
  const kept = () => keptAs(addressOf(''));
  try {
    const response = await Promise.race([fetch(request), after(PATIENCE_MS)]);
    if (response !== undefined && response.status < 500) return response;
    return (await kept()) ?? response ?? (await fetch(request));
  } catch (error) {
    const page = await kept();
    if (page === undefined) throw error;
    return page;
  }
}

/**
 * A file whose name holds a hash of its content is never out of date.
 * @param {FetchEvent} event
 * @param {string} path
 */
async function assetFor(event, path) {
  const kept = await caches.match(addressOf(path));
  if (kept !== undefined) return kept;
  const response = await fetch(event.request);
  const type = response.headers.get('Content-Type') ?? '';
  // A part that few schemas need, such as a locale. Hosts may answer missing files with a page.
  if (response.ok && path.endsWith('.js') && type.includes('javascript'))
    event.waitUntil(keepPart(path, response.clone()));
  return response;
}

/**
 * @param {string} path
 * @param {Response} response
 */
async function keepPart(path, response) {
  try {
    await (await caches.open(CACHE)).put(addressOf(path), response);
  } catch {
    // Storage is full: the page has the part all the same.
  }
}

/**
 * The newest answer. If the host is failing, as without a network, the one that is kept.
 * @param {Request} request
 */
async function newestOf(request) {
  try {
    const response = await fetch(request);
    return response.status < 500 ? response : ((await keptAs(request.url)) ?? response);
  } catch (error) {
    const kept = await keptAs(request.url);
    if (kept === undefined) throw error;
    return kept;
  }
}

/**
 * The answer that this version has kept. A later version may be half loaded.
 * @param {string} address
 */
const keptAs = async (address) => (await caches.open(CACHE)).match(address);

/**
 * @param {number} ms
 * @returns {Promise<undefined>}
 */
const after = (ms) => new Promise((done) => setTimeout(() => done(undefined), ms));

// Used by the other scripts: a small file server that sends what the built page's `_headers` file asks for.
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream';
import { headersOf, parseHeadersFile } from './security-headers.js';

/** @type {Readonly<Record<string, string>>} */
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** A link may hold a whole schema; Node's default of 16 KiB for all headers would answer it with 431. */
const MAX_HEADER_BYTES = 256 * 1024;

/** The build names its files plainly: nothing to decode, no segment that begins with a dot, so no way out of the folder. */
const PLAIN_PATH = /^(?:\/[\w-][\w.-]*)+$/;

/**
 * @param {string} folder
 * @param {string} path as asked for
 * @returns {string | undefined} The file, if there is one.
 */
function fileAt(folder, path) {
  const plain = path.endsWith('/') ? `${path}index.html` : path;
  if (!PLAIN_PATH.test(plain)) return undefined;
  return [plain, `${plain}.html`].map((name) => join(folder, name)).find(isFile);
}

/** Shown for missing pages, if the build has it. */
const NOT_FOUND = '404.html';

/**
 * The page for missing addresses. Its own addresses are relative to the root, and its files are listed once for each depth
 * at which a host may serve it; here the root is known.
 * @param {string} folder
 * @returns {string | undefined}
 */
function notFoundPage(folder) {
  const file = join(folder, NOT_FOUND);
  if (!isFile(file)) return undefined;
  return readFileSync(file, 'utf8')
    .replaceAll(/^.*(?:href|src)="\.\.\/.*\n/gm, '')
    .replaceAll(/(\s(?:href|src|data-search)=")(?:\.\/)?(?![a-z]+:|#)/g, '$1/');
}

/** @param {string} file */
const isFile = (file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true;

/**
 * @param {string} folder
 * @param {string} path as asked for
 * @returns {boolean} Whether it is a folder's, without the slash that its relative addresses need.
 */
const needsSlash = (folder, path) => PLAIN_PATH.test(path) && isFile(join(folder, path, 'index.html'));

const PLAIN_TEXT = { 'Cache-Control': 'no-store', 'Content-Type': TYPES['.txt'] };

/**
 * A server, not yet listening, for the files of a built page.
 * @param {string} folder
 */
export function pageServer(folder) {
  const headersFrom = parseHeadersFile(readFileSync(join(folder, '_headers'), 'utf8'));
  const missing = notFoundPage(folder);
  return createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
    const path = (request.url ?? '/').replace(/[?#].*/s, '');
    const headers = headersFrom(path) ?? headersOf(path);
    if (!['GET', 'HEAD'].includes(request.method ?? '')) {
      response.writeHead(405, { ...headers, ...PLAIN_TEXT }).end('This server only serves files.\n');
      return;
    }
    const file = fileAt(folder, path);
    if (file !== undefined) sendFile(request, response, file, headers);
    else if (needsSlash(folder, path)) response.writeHead(308, { ...headers, Location: `${path}/` }).end();
    else if (missing !== undefined && request.headers.accept?.includes('text/html'))
      response.writeHead(404, { ...headers, ...PLAIN_TEXT, 'Content-Type': TYPES['.html'] }).end(missing);
    else response.writeHead(404, { ...headers, ...PLAIN_TEXT }).end('There is nothing at this address.\n');
  });
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {string} file
 * @param {Readonly<Record<string, string>>} headers
 */
function sendFile(request, response, file, headers) {
  const type = TYPES[extname(file)] ?? 'application/octet-stream';
  response.writeHead(200, { ...headers, 'Content-Type': type, 'Content-Length': statSync(file).size });
  if (request.method === 'HEAD') response.end();
  else pipeline(createReadStream(file), response, (error) => error && response.destroy(error));
}

/**
 * Listens, or says why it cannot.
 * @param {import('node:http').Server} server
 * @param {number} port 0 for any free one
 * @param {string} host
 * @returns {Promise<number>} the port
 */
export function listen(server, port, host) {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, () => {
      const address = server.address();
      done(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

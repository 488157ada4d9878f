// Run by the build (`node scripts/security-headers.js apps/web/dist`): writes what a host must send into `_headers` and, as a fallback, into the HTML.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** @typedef {Readonly<Record<string, string>>} Headers */

/** The document that holds the analytics script, in a sandboxed frame without the page's address, storage or document. */
export const ANALYTICS_FRAME = '/analytics.html';

/**
 * Where the page and its worker may send events: any host over https, and services on this machine, as developers run them.
 * A service elsewhere over plain http is refused, because credentials would travel in clear text.
 */
const SEND_TO = 'https: http://localhost:* http://127.0.0.1:*';

/**
 * The policy of the page, and of the worker, which obeys the header of its own script and not the page's.
 * Styles need no nonce, which no static host could renew: inside a shadow root the editor adopts constructed style sheets,
 * and those a policy does not govern. In the document itself it would add a style element, which this policy refuses.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  `connect-src ${SEND_TO}`,
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // No text becomes markup or the address of a script, but for the one policy that starts the page's workers.
  "require-trusted-types-for 'script'",
  'trusted-types catbird-worker',
];

/** The page's service worker. */
const SERVICE_WORKER = '/sw.js';

/** It fetches files of the page and nothing else: events go past it. */
const SERVICE_WORKER_POLICY = ["default-src 'none'", "connect-src 'self'", "frame-ancestors 'none'"];

/** The documentation's page for missing addresses. */
const NOT_FOUND = '/404.html';

/** Below this path lies the documentation. */
const DOCUMENTATION = '/docs/';

/** The policy of the documentation: its own script, style, images and search file, and nothing else. It sends nothing. */
const DOCUMENTATION_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/**
 * The frame may run one foreign script and let it report; `sandbox` takes its origin away even where it is opened by itself.
 * @param {string | undefined} analyticsScript The script's address, as the build was configured.
 */
const framePolicy = (analyticsScript) => [
  "default-src 'none'",
  `script-src 'self'${analyticsScript ? ` ${new URL(analyticsScript).origin}` : ''}`,
  `connect-src ${analyticsScript ? SEND_TO : "'none'"}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
];

const UNUSED_POWERS = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/**
 * @param {string} path
 * @param {string | undefined} analyticsScript
 */
function policyOf(path, analyticsScript) {
  if (path.startsWith(DOCUMENTATION) || path === NOT_FOUND) return DOCUMENTATION_POLICY;
  if (path === SERVICE_WORKER) return SERVICE_WORKER_POLICY;
  return path === ANALYTICS_FRAME ? framePolicy(analyticsScript) : PAGE_POLICY;
}

/**
 * The headers of one path of the built page. Files below /assets/ bear a hash of their content in their name.
 * @param {string} path such as `/` or `/assets/index-B3x.js`
 * @param {string} [analyticsScript]
 * @returns {Headers}
 */
export function headersOf(path, analyticsScript) {
  const policy = policyOf(path, analyticsScript);
  return {
    'Content-Security-Policy': policy.join('; '),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Permissions-Policy': UNUSED_POWERS.map((name) => `${name}=()`).join(', '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cache-Control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
}

/**
 * The text of a `_headers` file, as Netlify, Cloudflare Pages and others read it. No two rules match one path, because
 * hosts join the values of two matches, and two policies are the intersection of both.
 * @param {readonly string[]} files names in the folder of the built page
 * @param {string} [analyticsScript]
 */
export function headersFile(files, analyticsScript) {
  const paths = files.filter((name) => /^[^._][^/]*\.\w+$/.test(name)).map((name) => `/${name}`);
  const rules = ['/', '/assets/*', `${DOCUMENTATION}*`, ...paths].map((path) => {
    const lines = Object.entries(headersOf(path, analyticsScript)).map(
      ([name, value]) => `  ${name}: ${value}`,
    );
    return [path, ...lines].join('\n');
  });
  return `${rules.join('\n\n')}\n`;
}

/**
 * The rules of a `_headers` file. A path that ends with `*` is a prefix.
 * @param {string} text
 * @returns {{ path: string, headers: Headers }[]}
 */
export const rulesOf = (text) =>
  text
    .split(/\n(?=\/)/)
    .map((block) => block.trim().split('\n'))
    .map(([path = '', ...lines]) => ({
      path,
      headers: Object.fromEntries(lines.map((line) => line.trim().split(/:\s*(.*)/s, 2))),
    }));

/**
 * The rules of a `_headers` file as a function from path to headers.
 * @param {string} text
 * @returns {(path: string) => Headers | undefined}
 */
export function parseHeadersFile(text) {
  const rules = rulesOf(text);
  return (asked) =>
    rules.find(({ path }) => (path.endsWith('*') ? asked.startsWith(path.slice(0, -1)) : asked === path))
      ?.headers;
}

/**
 * The same policy inside the document, for hosts that send no headers of ours. What only works as a header is left out.
 * @param {string} html
 * @param {string} path
 * @param {string} [analyticsScript]
 */
export function withPolicyInside(html, path, analyticsScript) {
  const policy = (headersOf(path, analyticsScript)['Content-Security-Policy'] ?? '')
    .split('; ')
    .filter((directive) => !/^(frame-ancestors|sandbox)/.test(directive))
    .join('; ');
  const referrer = '<meta name="referrer" content="no-referrer" />';
  // Inside the sandboxed frame 'self' would match nothing, its own script neither: there the sandbox has to do.
  const tags =
    path === ANALYTICS_FRAME
      ? referrer
      : `<meta http-equiv="Content-Security-Policy" content="${policy}" />${referrer}`;
  const [head] = /<meta charset=[^>]*>/i.exec(html) ?? /<head[^>]*>/i.exec(html) ?? [];
  if (head === undefined) throw new Error(`${path} has no <head> to hold the policy.`);
  return html.replace(head, `${head}\n    ${tags}`);
}

/**
 * @param {string} folder the built page
 * @param {string} [analyticsScript]
 */
function writePolicies(folder, analyticsScript) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((name) => name.endsWith('.html'))) {
    const file = join(folder, name);
    const path = `/${name.replaceAll('\\', '/')}`;
    writeFileSync(file, withPolicyInside(readFileSync(file, 'utf8'), path, analyticsScript));
  }
  writeFileSync(
    join(folder, '_headers'),
    headersFile([...readdirSync(folder), SERVICE_WORKER.slice(1)], analyticsScript),
  );
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined)
    throw new Error('Name the folder of the built page: node scripts/security-headers.js apps/web/dist');
  writePolicies(folder, process.env['VITE_ANALYTICS_SRC']);
}

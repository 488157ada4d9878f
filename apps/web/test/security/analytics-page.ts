import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHROMIUM_FLAGS } from '../../../../scripts/chromium.js';
import { ROOT, run } from '../../../../scripts/command.js';
import { listen, pageServer } from '../../../../scripts/serve.js';
import { jsonAnswer, startService, type Service } from '../../../../test/services/service.ts';
import { test as base } from '../page.ts';

/** The token of the analytics, which is no secret of the person in front of the page. */
export const ANALYTICS_TOKEN = 'p.analytics-of-the-deployer';

/** A page that was built with analytics, and the service that its script comes from and reports to. */
export interface AnalyticsPage {
  readonly url: string;
  /** The same page on a host that sends no headers. */
  readonly bareUrl: string;
  /** Every request the page's own server got: path and query. */
  readonly asked: readonly string[];
  readonly analytics: Service;
}

/** Gives the real flock.js, as a CDN would, and takes what it posts. */
function startAnalytics(): Promise<Service> {
  const script = readFileSync(fileURLToPath(import.meta.resolve('@tinybirdco/flock.js')), 'utf8');
  return startService({
    cors: { methods: ['GET', 'POST'], headers: ['content-type'], exposed: [] },
    respond(request, fault, take) {
      if (request.path === '/flock.js')
        return { status: 200, headers: { 'content-type': 'text/javascript' }, body: script };
      if (request.path !== '/v0/events' || request.query['token'] !== ANALYTICS_TOKEN)
        fault(`an unknown call: ${request.method} ${request.target}`);
      take(JSON.parse(request.body.toString()));
      return jsonAnswer(202, { successful_rows: 1, quarantined_rows: 0 });
    },
  });
}

/** Beside the page it has an empty document at /framing.html, which may frame what it likes. */
const bareServer = (folder: string): Server =>
  createServer((request, response) => {
    const path = (request.url ?? '/').replace(/[?#].*/s, '');
    if (path === '/framing.html') {
      response.setHeader('Content-Type', 'text/html');
      return response.end('<!doctype html><title>Framing</title>');
    }
    // Browsers ask for one wherever a document names none.
    if (path === '/favicon.ico') return response.writeHead(404).end();
    const file = join(folder, path === '/' ? 'index.html' : path);
    response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream');
    return response.end(readFileSync(file));
  });

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

async function build(analytics: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'catbird-page-'));
  const env = {
    VITE_ANALYTICS_SRC: `${analytics}/flock.js`,
    VITE_ANALYTICS_HOST: analytics,
    VITE_ANALYTICS_TOKEN: ANALYTICS_TOKEN,
  };
  const web = { env, cwd: join(ROOT, 'apps', 'web'), quiet: true };
  for (const [name, ...args] of [
    ['vite', 'build', '--outDir', folder, '--logLevel', 'error'],
    ['node', '../../scripts/security-headers.js', folder],
  ] as const) {
    const { code, output } = await run(name, args, web);
    if (code !== 0) throw new Error(`The page could not be built: ${output}`);
  }
  return folder;
}

/** A test on a page with analytics, in a browser that does not say it is driven: the tracker is silent in those that do. */
export const test = base.extend<object, { analyticsPage: AnalyticsPage }>({
  analyticsPage: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are wanted from the pattern
    async ({}, use) => {
      const analytics = await startAnalytics();
      const folder = await build(analytics.url);
      const asked: string[] = [];
      const server: Server = pageServer(folder);
      server.on('request', ({ url }) => asked.push(url ?? ''));
      const port = await listen(server, 0, '127.0.0.1');
      const bare = bareServer(folder);
      const barePort = await listen(bare, 0, '127.0.0.1');
      await use({
        url: `http://127.0.0.1:${port}`,
        bareUrl: `http://127.0.0.1:${barePort}`,
        asked,
        analytics,
      });
      for (const each of [server, bare]) {
        each.close();
        each.closeAllConnections();
      }
      await analytics.close();
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ analyticsPage }, use) => use(analyticsPage.url),
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...CHROMIUM_FLAGS, '--disable-blink-features=AutomationControlled'] }),
    { scope: 'worker' },
  ],
});

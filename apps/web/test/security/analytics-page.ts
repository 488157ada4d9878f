import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHROMIUM_FLAGS } from '../../../../scripts/chromium.js';
import { listen, pageServer } from '../../../../scripts/serve.js';
import { jsonAnswer, startService, type Service } from '../../../../test/services/service.ts';
import { buildWith, type Build } from '../build.ts';
import { test as base } from '../page.ts';

/** The deployer's analytics token, which is not one of the user's secrets. */
export const ANALYTICS_TOKEN = 'p.analytics-of-the-deployer';

/** A page built with analytics, and the service that provides the script and receives its reports. */
export interface AnalyticsPage {
  readonly url: string;
  /** The same page on a host that sends no headers. */
  readonly bareUrl: string;
  /** Every request to the page's own server: path and query. */
  readonly asked: readonly string[];
  readonly analytics: Service;
}

/** Serves the real flock.js, as a CDN would, and receives what it posts. */
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

/** Serves the page without headers, and an empty document at /framing.html, which may frame anything. */
const bareServer = (folder: string): Server =>
  createServer((request, response) => {
    const path = (request.url ?? '/').replace(/[?#].*/s, '');
    if (path === '/framing.html') {
      response.setHeader('Content-Type', 'text/html');
      return response.end('<!doctype html><title>Framing</title>');
    }
    // Browsers request it if a document names no icon.
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

const build = (analytics: string): Promise<Build> =>
  buildWith({
    VITE_ANALYTICS_SRC: `${analytics}/flock.js`,
    VITE_ANALYTICS_HOST: analytics,
    VITE_ANALYTICS_TOKEN: ANALYTICS_TOKEN,
  });

/** A test of a page with analytics, in a browser that does not reveal automation: the tracker ignores automated browsers. */
export const test = base.extend<object, { analyticsPage: AnalyticsPage }>({
  analyticsPage: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from the pattern
    async ({}, use) => {
      const analytics = await startAnalytics();
      const { folder, remove } = await build(analytics.url);
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
      remove();
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

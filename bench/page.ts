import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { templates } from '@catbird/engine';
import { build, defaultClientConditions } from 'vite';
import { filling, geometricMean, median, rate, report, schemaOf, short } from './measure.js';
import { startService } from './service.js';

/**
 * Rows per second in a worker of Chromium without test instrumentation, under the page's own policy: generated, against the
 * same engine in Node in this run; and delivered to a sink on this machine, against the predecessor's page (61,000 rows per
 * second, measured once on this kind of machine).
 *
 *     node dist/page.js
 */
const MS = Number(process.env['MS'] ?? 400);
const ROUNDS = 5;
const PREDECESSOR = 61_000;
const LONGEST_MS = 180_000;
const SOURCE = fileURLToPath(new URL('../browser', import.meta.url));

/** The project's scripts are JavaScript outside this package. */
const script = async <Module>(name: string): Promise<Module> =>
  (await import(new URL(`../../scripts/${name}.js`, import.meta.url).href)) as Module;
const { CHROMIUM_FLAGS, findChromium } = await script<{
  CHROMIUM_FLAGS: readonly string[];
  findChromium: () => Promise<string>;
}>('chromium');
const { headersOf } = await script<{ headersOf: (path: string) => Record<string, string> }>(
  'security-headers',
);

interface Result {
  readonly error?: string;
  readonly generated: readonly (readonly [name: string, perSecond: number])[];
  readonly delivered: { readonly accepted: number; readonly seconds: number };
}

/** Serves the built benchmark page with the real page's headers, and waits for its result. */
function serve(folder: string): { readonly server: Server; readonly result: Promise<Result> } {
  let resolve: (result: Result) => void = () => undefined;
  const result = new Promise<Result>((settle) => (resolve = settle));
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').replace(/\?.*/, '');
    if (path === '/result') {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        resolve(JSON.parse(body) as Result);
        response.end();
      });
      return;
    }
    const file = path === '/' ? '/index.html' : path;
    if (!existsSync(join(folder, file))) {
      response.writeHead(404).end();
      return;
    }
    const type = file.endsWith('.js') ? 'text/javascript' : 'text/html';
    response.writeHead(200, { ...headersOf(path), 'content-type': type });
    response.end(readFileSync(join(folder, file)));
  });
  return { server, result };
}

/** The same templates in Node, in this run. */
function inNode(text: string): number {
  const { work } = filling(schemaOf(text));
  rate(work, MS);
  return median(Array.from({ length: ROUNDS }, () => rate(work, MS)));
}

const folder = mkdtempSync(join(tmpdir(), 'catbird-bench-'));
const profile = mkdtempSync(join(tmpdir(), 'catbird-bench-'));

/** The template that the page delivers. */
const DELIVERED = 'Web Analytics Starter Kit';

const service = await startService();
await build({
  root: SOURCE,
  base: './',
  logLevel: 'warn',
  worker: { format: 'es' },
  resolve: { conditions: ['@catbird/source', ...defaultClientConditions] },
  build: { outDir: folder, emptyOutDir: true, modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
});
const { server, result } = serve(folder);
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
const address = server.address();
const port = typeof address === 'object' ? address?.port : undefined;
const chromium = await findChromium();
const query = new URLSearchParams({ sink: service.url, ms: String(MS), rounds: String(ROUNDS) });
const browser = spawn(
  chromium,
  [
    ...CHROMIUM_FLAGS,
    '--headless=new',
    `--user-data-dir=${profile}`,
    `http://127.0.0.1:${port}/?${query.toString()}`,
  ],
  { stdio: 'ignore' },
);
try {
  const late = new Promise<Result>(
    (_, reject) => void setTimeout(() => reject(new Error('No result')), LONGEST_MS).unref(),
  );
  const { error, generated, delivered } = await Promise.race([result, late]);
  if (error !== undefined) throw new Error(error);
  const count = await service.count();
  const rows = generated.map(([name, perSecond]) => {
    const node = inNode(templates.find((template) => template.name === name)?.text ?? '');
    return {
      template: name,
      'worker rows/s': short(perSecond),
      'Node rows/s': short(node),
      'worker / Node': short(perSecond / node),
    };
  });
  const perSecond = delivered.accepted / delivered.seconds;
  const [, generatedPerSecond = NaN] = generated.find(([name]) => name === DELIVERED) ?? [];
  report('page', rows, {
    'geometric mean worker / Node': short(geometricMean(rows.map((row) => row['worker / Node']))),
    'delivered rows/s': short(perSecond),
    // What a pool of generators could save at most: docs/decisions/018-one-generator-in-the-page.md
    'share of a delivery that generating takes': short(perSecond / generatedPerSecond),
    "ratio to the predecessor's page": short(perSecond / PREDECESSOR),
    'rows at the sink, the warm-up included': count.lines,
  });
} finally {
  browser.kill();
  await once(browser, 'exit');
  server.close();
  service.close();
  for (const each of [folder, profile])
    rmSync(each, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

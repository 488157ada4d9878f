import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { build } from 'vite';

const HERE = import.meta.dirname;
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

/** Shows what the worker sends as text, which every browser's remote control can wait for. */
const PAGE = `<!doctype html><body><script>
  const show = (value) => (document.body.textContent = JSON.stringify(value));
  const worker = new Worker('/worker.js' + location.search, { type: 'module' });
  worker.onmessage = ({ data }) => show(data);
  worker.onerror = ({ message }) => show({ error: message });
</script>`;

/** A page that generates rows in a worker. */
export interface RowsPage {
  readonly url: string;
  close(): Promise<void>;
}

/** Builds the worker and serves its page. */
export async function serveRows(): Promise<RowsPage> {
  const folder = await mkdtemp(join(tmpdir(), 'catbird-engines-'));
  await buildWorker(folder);
  await writeFile(join(folder, 'index.html'), PAGE);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const name = pathname === '/' ? '/index.html' : pathname;
    readFile(join(folder, name)).then(
      (content) => response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? '' }).end(content),
      () => response.writeHead(404).end(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`,
    async close() {
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const buildWorker = (outDir: string) =>
  build({
    configFile: false,
    logLevel: 'error',
    root: HERE,
    resolve: { conditions: ['@catbird/source', 'browser'] },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: join(HERE, 'worker.ts'), output: { entryFileNames: 'worker.js' } },
    },
  });

/** What a browser's remote control can do here. */
export interface Page {
  goto(address: string): Promise<unknown>;
  waitForFunction(condition: string): Promise<unknown>;
  evaluate(expression: string): Promise<unknown>;
}

/** What the worker of a page made. */
export async function hashesIn(page: Page, url: string, rows: number): Promise<unknown> {
  await page.goto(`${url}?rows=${rows}`);
  await page.waitForFunction(`document.body.textContent.trim().startsWith('{')`);
  return JSON.parse(String(await page.evaluate('document.body.textContent')));
}

import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { launch } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from 'vite';
import { CHROMIUM_FLAGS, findChromium } from '../../../../scripts/chromium.js';
import { findProgram } from '../../../../scripts/programs.js';
import { hashes } from './rows.ts';

const HERE = import.meta.dirname;
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

/** Shows what the worker sends as text, which every browser's remote control can wait for. */
const PAGE = `<!doctype html><body><script>
  const show = (value) => (document.body.textContent = JSON.stringify(value));
  const worker = new Worker('/worker.js', { type: 'module' });
  worker.onmessage = ({ data }) => show(data);
  worker.onerror = ({ message }) => show({ error: message });
</script>`;

let folder = '';
let server: Server;
let url = '';
let expected: Awaited<ReturnType<typeof hashes>>;

beforeAll(async () => {
  expected = await hashes();
  folder = await mkdtemp(join(tmpdir(), 'catbird-engines-'));
  await build({
    configFile: false,
    logLevel: 'error',
    root: HERE,
    resolve: { conditions: ['@catbird/source', 'browser'] },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: join(HERE, 'worker.ts'), output: { entryFileNames: 'worker.js' } },
    },
  });
  await writeFile(join(folder, 'index.html'), PAGE);
  server = createServer((request, response) => {
    const name = request.url === '/' ? '/index.html' : (request.url ?? '');
    readFile(join(folder, name)).then(
      (content) => response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? '' }).end(content),
      () => response.writeHead(404).end(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
}, 240_000);

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** What a browser's remote control can do here. */
interface Page {
  goto(address: string): Promise<unknown>;
  waitForFunction(condition: string): Promise<unknown>;
  evaluate(expression: string): Promise<unknown>;
}

async function hashesIn(page: Page): Promise<unknown> {
  await page.goto(url);
  await page.waitForFunction(`document.body.textContent.trim().startsWith('{')`);
  return JSON.parse(String(await page.evaluate('document.body.textContent')));
}

test('rows have the same bytes in Chromium’s worker as in Node', { timeout: 240_000 }, async () => {
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: CHROMIUM_FLAGS });
  const page = await browser.newPage();
  page.setDefaultTimeout(200_000);
  expect(await hashesIn(page)).toEqual(expected);
  await browser.close();
});

const firefox = findProgram('firefox-esr');
if (firefox !== undefined)
  test('and in Firefox’s', { timeout: 240_000 }, async () => {
    const browser = await launch({ browser: 'firefox', executablePath: firefox, headless: true });
    const page = await browser.newPage();
    page.setDefaultTimeout(200_000);
    expect(await hashesIn(page)).toEqual(expected);
    await browser.close();
  });

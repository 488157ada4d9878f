import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { headersFile, headersOf } from './security-headers.js';
import { listen, pageServer } from './serve.js';

const outside = mkdtempSync(join(tmpdir(), 'catbird-serve-'));
const folder = join(outside, 'dist');
mkdirSync(join(folder, 'assets'), { recursive: true });
mkdirSync(join(folder, '.vite'));
mkdirSync(join(folder, 'docs', 'types'), { recursive: true });
writeFileSync(join(folder, 'docs', 'index.html'), '<!doctype html><title>Documentation</title>');
writeFileSync(join(folder, 'docs', 'types', 'number.html'), '<!doctype html><title>number</title>');
writeFileSync(join(outside, 'secret.txt'), 'secret');
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Page</title>');
writeFileSync(
  join(folder, '404.html'),
  ['', '../', '../../'].map((up) => `<link rel="stylesheet" href="${up}assets/a.css">\n`).join('') +
    '<a href="docs/">Docs</a> <a href="./">Page</a> <a href="#top">Top</a> <a href="https://x.y/">Source</a>',
);
writeFileSync(join(folder, 'analytics.html'), '<!doctype html>');
writeFileSync(join(folder, 'assets', 'index-a1b2c3d4.js'), 'export {};');
writeFileSync(join(folder, 'assets', 'font-a1b2c3d4.woff2'), 'font');
writeFileSync(join(folder, '.vite', 'manifest.json'), '{}');
writeFileSync(join(folder, '_headers'), headersFile(['index.html', 'analytics.html', '_headers', 'assets']));

const server = pageServer(folder);
let origin = '';

beforeAll(async () => {
  origin = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(outside, { recursive: true });
});

/** Asks without the cleaning of the path that `fetch` does. */
function statusOf(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    );
    let answer = '';
    socket.on('data', (data) => (answer += data.toString()));
    socket.on('end', () => resolve(answer.split(' ')[1] ?? ''));
    socket.on('error', reject);
  });
}

describe('the page server', () => {
  test.each([
    ['/', 'text/html; charset=utf-8', 'no-cache'],
    ['/?template=Custom#x', 'text/html; charset=utf-8', 'no-cache'],
    ['/index.html', 'text/html; charset=utf-8', 'no-cache'],
    ['/assets/index-a1b2c3d4.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/assets/font-a1b2c3d4.woff2', 'font/woff2', 'public, max-age=31536000, immutable'],
  ])('gives %s as %s, cached as "%s"', async (path, type, caching) => {
    const response = await fetch(origin + path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('cache-control')).toBe(caching);
    expect((await response.text()).length).toBe(Number(response.headers.get('content-length')));
  });

  test.each([
    '/docs/',
    '/docs/index.html',
    '/docs/types/number.html',
    '/docs/types/number',
    '/docs/types/number#numberint',
  ])('gives a page of the documentation at %s, with the policy of the documentation', async (path) => {
    const response = await fetch(origin + path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toBe(
      headersOf('/docs/')['Content-Security-Policy'],
    );
  });

  test('sends a folder without a slash to the one with it, where relative addresses hold', async () => {
    const response = await fetch(`${origin}/docs?x=1`, { redirect: 'manual' });
    expect(response.status).toBe(308);
    expect(response.headers.get('location')).toBe('/docs/');
  });

  test('answers a query of 60,000 characters, as a link with a schema may have', async () => {
    expect((await fetch(`${origin}/?schema=${'x'.repeat(60_000)}`)).status).toBe(200);
  });

  test.each(['/nothing', '/assets/', '/assets/none.js', '/steps/settings'])(
    'has nothing at %s, and caches that nowhere',
    async (path) => {
      const response = await fetch(origin + path);
      expect(response.status).toBe(404);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    },
  );

  test('shows a browser the page for missing addresses, with links that hold at any depth', async () => {
    const response = await fetch(`${origin}/docs/types/none.html`, { headers: { Accept: 'text/html' } });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toBe(
      '<link rel="stylesheet" href="/assets/a.css">\n<a href="/docs/">Docs</a> <a href="/">Page</a> <a href="#top">Top</a> <a href="https://x.y/">Source</a>',
    );
  });

  test.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '//secret.txt',
    '//',
    '/docs/../../',
    '/docs//',
    '/docs/types/',
    '/..\\secret.txt',
    '/.vite/manifest.json',
    '/%5fheaders',
    '/index.html%00.js',
    '/%',
    '/%ff',
    '*',
  ])('keeps to its folder when asked for %s', async (path) => {
    expect(await statusOf(path)).toBe('404');
  });

  test('reads only: another method is refused', async () => {
    expect((await fetch(origin, { method: 'POST', body: 'x' })).status).toBe(405);
  });

  test('answers HEAD with the headers alone', async () => {
    const response = await fetch(origin, { method: 'HEAD' });
    expect(response.headers.get('content-length')).toBe('34');
    expect(await response.text()).toBe('');
  });
});

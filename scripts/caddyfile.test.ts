import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caddyfile } from './caddyfile.js';
import { freePorts } from './peers.js';
import { startServer, type Server } from './peers/server.js';
import { findProgram } from './programs.js';
import { headersFile, headersOf } from './security-headers.js';

const FILES = [
  'index.html',
  '404.html',
  'analytics.html',
  'favicon.svg',
  'assets/index-a1b2c3d4.js',
  'docs/index.html',
];
const PATHS = ['/', '/analytics.html', '/favicon.svg', '/assets/index-a1b2c3d4.js', '/docs/'];

const caddy = findProgram('caddy');

describe.skipIf(caddy === undefined)('Caddy with the generated configuration', () => {
  let server: Server;
  beforeAll(async () => {
    const [port = 0] = await freePorts(1);
    server = await startServer({
      name: 'caddy',
      program: caddy ?? '',
      port,
      prepare(folder) {
        for (const name of FILES) {
          mkdirSync(join(folder, 'page', name, '..'), { recursive: true });
          writeFileSync(join(folder, 'page', name), name);
        }
        writeFileSync(
          join(folder, 'Caddyfile'),
          caddyfile(headersFile(FILES.filter((f) => !f.includes('/')))),
        );
      },
      args: (folder) => ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'],
      env: (folder) => ({ HOME: folder, PORT: String(port), ROOT: join(folder, 'page') }),
    });
  });
  afterAll(() => server.stop());

  test.each(PATHS)('%s comes with the headers of the built page', async (path) => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
    expect(response.status).toBe(200);
    for (const [name, value] of Object.entries(headersOf(path)))
      expect(response.headers.get(name)).toBe(value);
  });

  test('a link of 16,000 characters is served', async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}/?schema=${'x'.repeat(16_000)}`);
    expect(response.status).toBe(200);
  });

  test('a missing address of the documentation gets the page for it, with the headers', async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}/docs/types/none.html`);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('404.html');
    expect(response.headers.get('content-security-policy')).toBe(
      headersOf('/docs/')['Content-Security-Policy'],
    );
  });

  test('a file outside the page is missing', async () => {
    expect(existsSync(join(server.folder, 'Caddyfile'))).toBe(true);
    const response = await fetch(`http://127.0.0.1:${server.port}/..%2fCaddyfile`);
    expect(response.status).toBe(404);
  });
});

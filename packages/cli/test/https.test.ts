import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findProgram } from '../../../scripts/programs.js';
import { catbird, jsonLines } from './catbird.ts';
import { here } from './here.ts';
import { makeCertificate, type Certificate } from './certificate.ts';

const openssl = findProgram('openssl');
if (openssl === undefined) console.warn('SKIPPED: certificates, for want of openssl');

describe.skipIf(openssl === undefined)('a host with a self-signed certificate', () => {
  let folder = '';
  let certificate: Certificate;
  let server: Server;
  let address = '';
  let rows = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catbird-https-'));
    certificate = await makeCertificate(openssl ?? '', folder);
    server = createServer(certificate, (request, response) => {
      request.on('data', (chunk: Buffer) => (rows += chunk.toString().split('\n').length - 1));
      request.on('end', () => response.writeHead(204).end());
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const at = server.address();
    address = `https://127.0.0.1:${typeof at === 'object' ? at?.port : ''}/events`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await once(server.close(), 'close');
    await rm(folder, { recursive: true });
  });

  test('receives events if the certificate is trusted', async () => {
    const line = ['http', '--url', address, '--limit', '20', '--eps', 'max', '--json'];
    const ended = await catbird(line, { env: { NODE_EXTRA_CA_CERTS: certificate.file } });
    expect(ended.code, ended.err).toBe(0);
    expect(jsonLines(ended.err).at(-1)).toMatchObject({ accepted: 20 });
    expect(rows).toBe(20);
  });

  test('receives nothing otherwise, and the run ends at once with a remedy', async () => {
    const before = rows;
    const ended = await here(['http', '--url', address, '--limit', '20', '--json']);
    expect(ended.code).toBe(1);
    expect(jsonLines(ended.err).at(-1)).toMatchObject({ reason: 'failed', accepted: 0, retried: 0 });
    expect(ended.err).toContain('The certificate of 127.0.0.1:');
    expect(ended.err).toContain('NODE_EXTRA_CA_CERTS');
    const checked = await here(['check', 'http', '--url', address]);
    expect(checked.code).toBe(1);
    expect(checked.err).toContain('is not trusted');
    expect(rows).toBe(before);
  });
});

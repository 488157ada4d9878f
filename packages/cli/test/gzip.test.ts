import { gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { startHttp } from '../../../test/services/http.ts';
import { startTinybird } from '../../../test/services/tinybird.ts';
import { jsonAnswer, type Service } from '../../../test/services/service.ts';
import { here } from './here.ts';

let service: Service | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

const SCHEMA = '{"id": {"type": "string.uuid"}}';
const flags = ['--schema', '-', '--seed', '3', '--eps', 'max', '--limit', '3000', '--in-flight', '1'];
const sample = async (): Promise<string> =>
  (await here(['sample', '--schema', '-', '--seed', '3', '-n', '3000'], { input: SCHEMA })).out;

/** The decompressed bodies of all requests, which must declare gzip. */
function unpacked({ requests }: Service): string {
  return requests
    .map(({ headers, body }) => {
      expect(headers['content-encoding']).toBe('gzip');
      return gunzipSync(body).toString('utf8');
    })
    .join('');
}

test('HTTP compresses requests with --gzip', async () => {
  service = await startHttp();
  service.answerWith({ status: 200 });
  const { code } = await here(['http', '--url', `${service.url}/events`, '--gzip', ...flags], {
    input: SCHEMA,
  });
  expect(code).toBe(0);
  expect(unpacked(service)).toBe(await sample());
});

test('Tinybird compresses requests with --gzip', async () => {
  service = await startTinybird();
  service.answerWith(({ body }) =>
    jsonAnswer(202, { successful_rows: gunzipSync(body).toString('utf8').split('\n').length - 1 }),
  );
  const args = [
    'tinybird',
    '--host',
    'custom',
    '--endpoint',
    service.url,
    '--datasource',
    'events',
    '--gzip',
  ];
  const { code } = await here([...args, ...flags], {
    input: SCHEMA,
    env: { CATBIRD_TINYBIRD_TOKEN: 'p.a-token' },
  });
  expect(code).toBe(0);
  expect(unpacked(service)).toBe(await sample());
});

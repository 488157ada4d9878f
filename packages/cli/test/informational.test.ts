import { expect, test } from 'vitest';
import { startRaw } from '../../../test/services/raw.ts';
import { jsonLines } from './catbird.ts';
import { here } from './here.ts';

test('rows are accepted and sent once if the server sends an unrequested 100 Continue', async () => {
  const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
  const server = await startRaw('HTTP/1.1 100 Continue\r\n\r\n', ok);
  try {
    const line = ['http', '--url', server.url, '--limit', '200', '--eps', 'max', '--seed', '7', '--json'];
    const { code, err } = await here(line);
    expect(jsonLines(err).at(-1)).toMatchObject({ accepted: 200, failed: 0, uncertain: 0, retried: 0 });
    const sample = await here(['sample', '--seed', '7', '-n', '200']);
    const withoutTimes = (rows: string): unknown[] =>
      jsonLines(rows).map((row) => ({ ...(row as object), timestamp: undefined }));
    expect(withoutTimes(server.bodies.join(''))).toEqual(withoutTimes(sample.out));
    expect(code).toBe(0);
  } finally {
    await server.close();
  }
});

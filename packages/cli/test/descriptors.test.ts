import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longOnly } from '../../../test/long.ts';
import { startHttp } from '../../../test/services/http.ts';
import type { Service } from '../../../test/services/service.ts';
import { BIN, jsonLines, type Ended } from './catbird.ts';

/** Runs `catbird` with a limit on file descriptors. */
async function withDescriptors(limit: number, args: readonly string[]): Promise<Ended> {
  const line = ['-c', 'ulimit -n "$0" && exec "$@"', String(limit), process.execPath, BIN, ...args];
  const child = spawn('bash', line, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [[code], out, err] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code: code as number | null, out, err };
}

describe.skipIf(process.platform === 'win32')('with few file descriptors', () => {
  let folder = '';
  let service: Service;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catbird-few-'));
    service = await startHttp();
    await writeFile(join(folder, 'stream.yaml'), 'destination: log\nlimit: 3\neps: max\n');
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  test.each([
    ['http', () => ['http', '--url', `${service.url}/events`, '--limit', '50000', '--eps', 'max']],
    ['run, YAML', () => ['run', join(folder, 'stream.yaml')]],
    ...longOnly([
      ['file', () => ['file', '--path', join(folder, 'rows.ndjson'), '--limit', '9', '--eps', 'max']],
      ['config-schema', () => ['config-schema']],
    ] as const),
  ] as const)('64 suffice for %s', async (_name, args) => {
    const { code, err } = await withDescriptors(64, args());
    expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
  });

  const NOWHERE = '127.0.0.1:9';
  test.each([
    ['kafka', ['--brokers', NOWHERE, '--topic', 'events']],
    ['postgres', ['--url', `postgres://${NOWHERE}/events`, '--username', 'events', '--table', 'events']],
    ...longOnly<[string, string[]]>([
      ['mysql', ['--url', `mysql://${NOWHERE}/events`, '--table', 'events']],
      ['nats', ['--url', `nats://${NOWHERE}`, '--subject', 'events']],
      ['mqtt', ['--url', `mqtt://${NOWHERE}`, '--topic', 'events']],
      ['redis', ['--url', `redis://${NOWHERE}`, '--stream', 'events']],
      ['rabbitmq', ['--url', `amqp://${NOWHERE}`, '--queue', 'events']],
    ]),
  ])('64 suffice for the client of %s', async (name, flags) => {
    const { code, err } = await withDescriptors(64, ['check', name, ...flags]);
    expect(err).toContain(`✗ No response from ${NOWHERE}`);
    expect(code).toBe(1);
  });

  test('too few are reported in one line with a remedy and exit code 2', async () => {
    const args = ['log', '--limit', '1', '--eps', 'max'];
    // How many Node needs before it loads our code depends on its version.
    const limits = [17, 21, 25, 29, ...longOnly([19, 23, 27])];
    const ends = await Promise.all(
      limits.map(async (limit) => ({ limit, ...(await withDescriptors(limit, args)) })),
    );
    const isNodes = ({ code, err }: Ended): boolean =>
      code === null || code > 2 || err.includes(`open '${BIN}'`);
    const refused = ends.filter((end) => end.code !== 0 && !isNodes(end));
    const message =
      'Too few file descriptors: this process may not open another file. Raise the limit: ulimit -n 256';
    expect(refused.map(({ code, out, err }) => ({ code, out, err }))).toEqual(
      refused.map(() => ({ code: 2, out: '', err: `${message}\n` })),
    );
    const [first] = refused;
    const { err } = await withDescriptors(first?.limit ?? 0, [...args, '--json']);
    expect(jsonLines(err)).toEqual([{ type: 'error', kind: 'usage', message }]);
  });
});

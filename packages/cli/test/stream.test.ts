import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { startAbly } from '../../../test/services/ably.ts';
import { startAwsSns } from '../../../test/services/aws-sns.ts';
import { startHttp } from '../../../test/services/http.ts';
import type { Service } from '../../../test/services/service.ts';
import { startTinybird } from '../../../test/services/tinybird.ts';
import { BIN, eventually, jsonLines, start } from './catbird.ts';
import { here } from './here.ts';

const open: Service[] = [];
async function serving<Kind extends Service>(starting: Promise<Kind>): Promise<Kind> {
  const service = await starting;
  open.push(service);
  return service;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((service) => service.close()));
});

const TOKEN = 'p.a-token-for-tests';
const SCHEMA = '{"id": {"type": "string.uuid"}, "n": {"type": "number.int"}}';
const fromSchema = ['--schema', '-', '--seed', '7'];
const sampled = async (count: number): Promise<unknown[]> =>
  jsonLines((await here(['sample', ...fromSchema, '-n', String(count)], { input: SCHEMA })).out);

const summaryOf = (err: string): Record<string, unknown> => {
  const last = jsonLines(err).at(-1) as Record<string, unknown>;
  expect(last['type']).toBe('summary');
  expect(last['generated']).toBe(
    ['accepted', 'quarantined', 'rejected', 'failed', 'dropped', 'inFlight']
      .map((name) => Number(last[name]))
      .reduce((sum, count) => sum + count),
  );
  return last;
};

/** Every destination with a stand-in: its service, its flags, and its secrets. */
const DESTINATIONS = {
  tinybird: async () => {
    const service = await serving(startTinybird());
    return {
      service,
      flags: ['--host', 'custom', '--endpoint', service.url, '--datasource', 'events'],
      env: { CATBIRD_TINYBIRD_TOKEN: TOKEN },
      secrets: [TOKEN],
    };
  },
  ably: async () => {
    const service = await serving(startAbly());
    return {
      service,
      flags: ['--channelId', 'events', '--endpoint', service.url],
      env: { CATBIRD_ABLY_API_KEY: 'xVLyHw.dHBYNQ:a-secret-for-tests' },
      secrets: ['a-secret-for-tests', Buffer.from('xVLyHw.dHBYNQ:a-secret-for-tests').toString('base64')],
    };
  },
  'aws-sns': async () => {
    const service = await serving(startAwsSns());
    return {
      service,
      flags: [
        '--region',
        'us-east-1',
        '--topic-arn',
        'arn:aws:sns:us-east-1:123456789012:events',
        '--accessKeyId',
        'AKIAIOSFODNN7EXAMPLE',
        '--snsOptions',
        JSON.stringify({ endpoint: service.url }),
      ],
      env: { CATBIRD_AWS_SNS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
      secrets: ['wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'],
    };
  },
  http: async () => {
    const service = await serving(startHttp({ headers: { authorization: 'Bearer of-good-news' } }));
    return {
      service,
      flags: ['--url', `${service.url}/events`, '--auth', 'bearer'],
      env: { CATBIRD_HTTP_BEARER_TOKEN: 'of-good-news' },
      secrets: ['of-good-news'],
    };
  },
} as const;

const NAMES = Object.keys(DESTINATIONS) as (keyof typeof DESTINATIONS)[];

test.each(NAMES)('%s receives exactly the limit, with the same rows as a sample', async (name) => {
  const { service, flags, env, secrets } = await DESTINATIONS[name]();
  const { code, out, err } = await here(
    [name, ...flags, ...fromSchema, '--eps', '100', '--limit', '150', '--json', '--logs'],
    { env, input: SCHEMA },
  );
  expect({ code, out, faults: service.faults }).toEqual({ code: 0, out: '', faults: [] });
  const { generated, accepted, reason, seed } = summaryOf(err);
  expect({ generated, accepted, reason, seed }).toEqual({
    generated: 150,
    accepted: 150,
    reason: 'limit',
    seed: '7',
  });
  const texts = (rows: readonly unknown[]): string[] => rows.map((row) => JSON.stringify(row)).sort();
  expect(texts(service.rows)).toEqual(texts(await sampled(150)));
  for (const secret of secrets) expect(err).not.toContain(secret);
});

test.each(NAMES)(
  '%s: wrong credentials end the run with an error, exit code 1 and no secret',
  async (name) => {
    const { service, flags, env, secrets } = await DESTINATIONS[name]();
    // A service that echoes everything.
    service.answerWith(({ headers, target, body }) => ({
      status: 401,
      body: JSON.stringify({
        error: { message: `${target} ${JSON.stringify(headers)} ${body.toString('utf8')}` },
      }),
    }));
    const ended = await here([name, ...flags, ...fromSchema, '--limit', '5', '--eps', 'max', '--logs'], {
      env,
      input: SCHEMA,
    });
    expect(ended.code).toBe(1);
    expect(ended.err).toContain('ERR > ');
    expect(ended.err).toMatch(/= accepted +0\n/);
    for (const secret of secrets) expect(ended.err).not.toContain(secret);
  },
);

test('an address without a server is reported, and retried up to --attempts', async () => {
  const { code, err } = await here([
    'http',
    '--url',
    'http://127.0.0.1:9/events',
    '--limit',
    '1',
    '--attempts',
    '2',
    '--eps',
    'max',
  ]);
  expect(code).toBe(1);
  expect(err).toContain('Retrying: No response from 127.0.0.1:9');
  expect(err).toContain('Nothing is listening there');
});

test('--on-failure continue keeps streaming, and --max-failure-rate sets the exit code', async () => {
  const service = await serving(startHttp());
  const flags = [
    'http',
    '--url',
    `${service.url}/events`,
    '--format',
    'single',
    '--eps',
    'max',
    '--limit',
    '20',
  ];
  service.answerWith({ status: 400, body: 'no' }, 2);
  const strict = await here([...flags, '--on-failure', 'continue', '--json']);
  expect(strict.code).toBe(1);
  expect(summaryOf(strict.err)).toMatchObject({ accepted: 18, rejected: 2, reason: 'limit', exitCode: 1 });
  service.answerWith({ status: 400, body: 'no' }, 2);
  const lenient = await here([...flags, '--on-failure', 'continue', '--max-failure-rate', '0.1', '--json']);
  expect(lenient.code).toBe(0);
  service.answerWith({ status: 400, body: 'no' }, 3);
  const missed = await here([...flags, '--on-failure', 'continue', '--max-failure-rate', '0.1', '--json']);
  expect(missed.code).toBe(99);
  expect(summaryOf(missed.err)['missed']).toEqual([
    'Threshold missed: 15 % of events failed, more than 10 %',
  ]);
});

test('a rate below --min-rate misses the threshold', async () => {
  const { code, err } = await here(['log', '--eps', '2', '--limit', '4', '--min-rate', '1000']);
  expect(code).toBe(99);
  expect(err).toContain('Threshold missed');
});

test('log prints rows on schedule, and only rows on standard output', async () => {
  const flags = ['--eps', '100', '--limit', '150', '--seed', '42', '--schema', '-', '--json'];
  const input = '{"at": {"type": "catbird.timestampNow"}}';
  const { code, out, err } = await here(['log', ...flags], { input });
  expect(code).toBe(0);
  const times = (jsonLines(out) as { at: string }[]).map(({ at }) => Date.parse(at));
  expect(times).toHaveLength(150);
  // The last fifty are due after one second.
  expect(times[100]).toBeGreaterThan(times[99] ?? NaN);
  const summary = summaryOf(err);
  expect(summary['elapsedMs']).toBeGreaterThanOrEqual(1000);
  expect(summary).toMatchObject({ seed: '42', accepted: 150 });
});

test('a stream whose reader leaves ends with a summary and 1', async () => {
  const line = `set -o pipefail; "${process.execPath}" "${BIN}" log --eps 2000 --json | head -n 2`;
  const shell = spawn('bash', ['-c', line], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [err, [code]] = await Promise.all([text(shell.stderr), once(shell, 'close')]);
  expect(jsonLines(err).at(-2)).toMatchObject({ type: 'error', message: 'Nobody reads stdout any more' });
  const { reason, failed, uncertain } = summaryOf(err);
  expect({ reason, uncertain, code }).toEqual({ reason: 'failed', uncertain: failed, code: 1 });
  expect(failed).toBeGreaterThan(0);
});

test('a duration at a rate is an exact number of events', async () => {
  const { code, out, err } = await here(['log', '--eps', '1000', '--duration', '1s', '--json']);
  expect(code).toBe(0);
  expect(jsonLines(out)).toHaveLength(1000);
  expect(summaryOf(err)['reason']).toBe('duration');
});

test('SIGINT drains, prints a summary that adds up, and exits with 130', async () => {
  const service = await serving(startHttp());
  service.answerWith({ status: 200, body: '{}', afterMs: 300 });
  const running = start(['http', '--url', `${service.url}/events`, '--eps', '1000', '--json']);
  await eventually(() => expect(service.requests.length).toBeGreaterThan(0));
  running.child.kill('SIGINT');
  const { code, err } = await running.ended;
  expect(code).toBe(130);
  const { accepted, generated, failed, reason } = summaryOf(err);
  expect({ failed, reason }).toEqual({ failed: 0, reason: 'interrupted' });
  expect(generated).toBeGreaterThan(0);
  expect(accepted).toBe(generated);
});

test('a second SIGINT gives up events in flight and counts them as failed', async () => {
  const service = await serving(startHttp());
  service.answerWith({ status: 200, body: '{}', afterMs: 600_000 });
  const running = start(['http', '--url', `${service.url}/events`, '--eps', '10', '--json']);
  await eventually(() => expect(service.requests.length).toBeGreaterThan(0));
  running.child.kill('SIGINT');
  await running.printed('Stopping');
  running.child.kill('SIGINT');
  const { code, err } = await running.ended;
  expect(code).toBe(130);
  const { generated, accepted, failed, uncertain } = summaryOf(err);
  expect(generated).toBeGreaterThan(0);
  expect({ accepted, failed, uncertain }).toEqual({ accepted: 0, failed: generated, uncertain: generated });
});

test("the predecessor's tinybird command lines work unchanged", async () => {
  const { service } = await DESTINATIONS.tinybird();
  const flags = ['--template', 'Stock Prices', '--eps', '50', '--limit', '20', '--datasource', 'events'];
  const ended = await here(['tinybird', ...flags, '--token', TOKEN, '--endpoint', 'custom', '--no-logs'], {
    env: { TB_ENDPOINT: service.url },
  });
  expect(ended.code).toBe(0);
  expect(service.rows).toHaveLength(20);
  const byAddress = await here([
    'tinybird',
    ...flags,
    '--token',
    TOKEN,
    '--endpoint',
    service.url,
    '--logs',
    'true',
  ]);
  expect(byAddress.code).toBe(0);
  expect(service.rows).toHaveLength(40);
  expect(byAddress.err).toContain('successful_rows');
});

test('--quiet prints nothing on success', async () => {
  const { code, err } = await here(['log', '--limit', '3', '--eps', 'max', '--quiet']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
});

test('a redirect is not followed, so credentials stay with their host', async () => {
  const [service, elsewhere] = [await serving(startHttp()), await serving(startHttp())];
  service.answerWith({ status: 307, headers: { location: `${elsewhere.url}/events` } });
  const { code } = await here(['http', '--url', `${service.url}/events`, '--limit', '1', '--eps', 'max']);
  expect(code).toBe(1);
  expect(elsewhere.requests).toEqual([]);
});

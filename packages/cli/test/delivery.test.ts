import { afterEach, describe, expect, test } from 'vitest';
import { snsError, startAwsSns } from '../../../test/services/aws-sns.ts';
import { startHttp } from '../../../test/services/http.ts';
import type { Service } from '../../../test/services/service.ts';
import { startTinybird } from '../../../test/services/tinybird.ts';
import { catbird, jsonLines } from './catbird.ts';
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

const summaryOf = (err: string): unknown => jsonLines(err).at(-1);

test('a duration at a rate is exact even with slow responses: the stream ends late and reports it', async () => {
  const service = await serving(startHttp());
  service.answerWith({ status: 200, body: '{}', afterMs: 150 });
  const flags = ['http', '--url', `${service.url}/events`, '--format', 'single', '--in-flight', '1'];
  const stream = [...flags, '--eps', '20', '--duration', '1s'];
  const { code, err } = await here(stream);
  expect(code).toBe(0);
  expect(service.requests).toHaveLength(20);
  expect(err).toMatch(/\nReached its duration after [\d.]+ s, [\d.]+ s late\./);
  const limited = await here([...stream, '--limit', '3', '--json']);
  expect(summaryOf(limited.err)).toMatchObject({ accepted: 3, reason: 'limit' });
  expect(summaryOf(limited.err)).not.toHaveProperty('lateMs');
});

test('a duration with --eps max is a time', async () => {
  // In a process of its own: the rows of 200 ms are too many for one text.
  const { code, err } = await catbird(['log', '--eps', 'max', '--duration', '200ms', '--json']);
  expect(code).toBe(0);
  expect(summaryOf(err)).toMatchObject({ reason: 'duration' });
});

test('quarantined rows in an accepted request end the stream with counts, an error and a remedy', async () => {
  let seen = 0;
  const tinybird = await serving(startTinybird({ quarantines: () => ++seen % 4 === 0 }));
  const flags = ['tinybird', '--endpoint', tinybird.url, '--datasource', 'events', '--eps', '20'];
  const env = { CATBIRD_TINYBIRD_TOKEN: 'p.a-token-for-tests' };
  const stopped = await here([...flags, '--limit', '40'], { env });
  expect(stopped.code).toBe(1);
  expect(stopped.err).toContain('ERR > The service quarantined 5 of 20 events');
  expect(stopped.err).toContain('"quarantined_rows":5');
  expect(stopped.err).toContain('--on-failure continue');
  expect(stopped.err).toMatch(/= accepted +15\n\+ quarantined +5\n/);
  const went = await here([...flags, '--limit', '40', '--on-failure', 'continue', '--json'], { env });
  expect(summaryOf(went.err)).toMatchObject({ reason: 'limit', accepted: 30, quarantined: 10, exitCode: 1 });
});

test('a service that asks to wait longer than the retry window is reported at once', async () => {
  const service = await serving(startHttp());
  service.answerWith({ status: 429, body: 'slower', headers: { 'retry-after': '60' } });
  const flags = ['http', '--url', `${service.url}/events`, '--limit', '1'];
  const byDefault = await here(flags);
  expect(byDefault.code).toBe(1);
  expect(byDefault.err).toContain('asked to wait 60 s, longer than --retry-for 30s');
  expect(service.requests).toHaveLength(1);
  const given = await here([...flags, '--retry-for', '500ms']);
  expect(given.err).toContain('asked to wait 60 s, longer than --retry-for 500ms');
});

describe('a service that rejects everything as too large fails the stream with its error', () => {
  test('over HTTP', async () => {
    const service = await serving(startHttp());
    service.answerWith({ status: 413, body: 'too much' });
    const { code, err } = await here(['http', '--url', `${service.url}/events`, '--eps', '100', '--json']);
    expect(code).toBe(1);
    expect(summaryOf(err)).toMatchObject({ reason: 'failed', accepted: 0, error: { status: 413 } });
  });

  test.each(['BatchRequestTooLong', 'TooManyEntriesInBatchRequest'])(
    'by SNS with %s, of four events',
    async (code) => {
      const sns = await serving(startAwsSns());
      sns.answerWith(snsError(400, code, 'In the words of SNS'));
      const flags = ['aws-sns', '--region', 'us-east-1', '--access-key-id', 'AKIAIOSFODNN7EXAMPLE'];
      const ended = await here(
        [
          ...flags,
          '--topic-arn',
          'arn:aws:sns:us-east-1:123456789012:events',
          '--sns-options',
          JSON.stringify({ endpoint: sns.url }),
          '--eps',
          'max',
          '--limit',
          '4',
          '--json',
        ],
        { env: { CATBIRD_AWS_SNS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' } },
      );
      expect(ended.code).toBe(1);
      expect(summaryOf(ended.err)).toMatchObject({
        reason: 'failed',
        accepted: 0,
        rejected: 4,
        error: { code },
      });
    },
  );
});

test('progress shows when a service that is down is retried and when it is given up', async () => {
  const service = await serving(startHttp());
  service.answerWith({ status: 500, body: 'down' });
  const { code, err } = await here([
    'http',
    '--url',
    `${service.url}/events`,
    '--limit',
    '1',
    '--retry-for',
    '2s',
    '--json',
  ]);
  expect(code).toBe(1);
  const told = jsonLines(err).filter((line) => (line as { retrying?: object }).retrying !== undefined);
  expect(told[0]).toMatchObject({
    type: 'progress',
    retrying: { nextMs: expect.any(Number), giveUpMs: expect.any(Number) },
  });
});

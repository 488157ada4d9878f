import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startAwsSns, type AwsSnsService } from '../../../../test/services/aws-sns.ts';
import { batchPublished, entry, failure, SECRET, settings, TOPIC } from '../../test/destinations/aws-sns.ts';
import { batchOf } from '../../test/destinations/batch.ts';
import { configOf, deliveryError, sendOptions, testEnv } from '../../test/destinations/contract.ts';
import { awsSns } from './aws-sns.ts';

const ten = Array.from({ length: 10 }, (_, n) => ({ n }));

describe('AWS SNS with 10 events per request', () => {
  let service: AwsSnsService;
  beforeEach(async () => {
    service = await startAwsSns({
      secretAccessKey: SECRET,
      refuses: (message) => (message.includes('bad') ? 'InvalidParameter' : undefined),
    });
  });
  afterEach(() => service.close());

  const open = (more: Readonly<Record<string, unknown>> = {}, url = service.url) =>
    awsSns.open(configOf(awsSns, { ...settings(url), ...more }), testEnv());

  test('counts rejected entries, names their codes, and accepts the others', async () => {
    const rows = [{ n: 0 }, { n: 'bad' }, { n: 2 }, { n: 'bad too' }];
    const receipt = await (await open({ batch: 'true' })).send(batchOf(rows), sendOptions());
    expect(receipt).toMatchObject({ accepted: 2, quarantined: 0, rejected: 2 });
    expect(receipt.answer).toBe('2 of 4 published, failed: InvalidParameter');
    expect(service.rows).toEqual([{ n: 0 }, { n: 2 }]);
    expect(service.faults).toEqual([]);
  });

  test('if all entries fail, the error has the first one’s code', async () => {
    const error = await deliveryError(
      (await open({ batch: 'true' })).send(batchOf([{ n: 'bad' }, { n: 'bad' }]), sendOptions()),
    );
    expect(error).toMatchObject({ kind: 'rejected', code: 'InvalidParameter', status: 200 });
  });

  test('if all entries are throttled, the request is retryable', async () => {
    const throttled = await startAwsSns({ secretAccessKey: SECRET, refuses: () => 'Throttled' });
    const connection = await open({ batch: 'true' }, throttled.url);
    expect(await deliveryError(connection.send(batchOf([{}, {}]), sendOptions()))).toMatchObject({
      kind: 'rate-limited',
      code: 'Throttled',
    });
    await throttled.close();
  });

  test('ten events as large as the limits allow fit into one request', async () => {
    const { bytes } = awsSns.limits(configOf(awsSns, { ...settings(service.url), batch: true }));
    const each = Math.floor(bytes / 10);
    const rows = Array.from({ length: 10 }, () => ({ text: 'x'.repeat(each - '{"text":""}\n'.length) }));
    expect(await (await open({ batch: true })).send(batchOf(rows), sendOptions())).toMatchObject({
      accepted: 10,
    });
  });

  test('throttled entries are retryable, and rejected ones say why', async () => {
    const busy = await startAwsSns({
      secretAccessKey: SECRET,
      topicArn: TOPIC,
      refuses: (message) =>
        message.includes('many') ? 'Throttled' : message.includes('bad') ? 'UserError' : undefined,
    });
    const rows = [{ n: 'many' }, { n: 'good' }, { n: 'bad' }, { n: 'many' }, { n: 'good' }];
    const receipt = await (await open({ batch: true }, busy.url)).send(batchOf(rows), sendOptions());
    expect(receipt).toMatchObject({ accepted: 2, rejected: 1, quarantined: 0 });
    expect(receipt.retryable?.rows).toEqual([0, 3]);
    expect(receipt.retryable?.error).toMatchObject({ kind: 'rate-limited', code: 'Throttled' });
    expect(receipt.refusal).toMatchObject({ kind: 'rejected', code: 'UserError' });
    await busy.close();
  });

  test.each([
    ['true', 'refusal'],
    ['false', 'retryable'],
  ] as const)('SenderFault %s decides whether an unknown code is a %s', async (fault, member) => {
    service.answerWith({
      status: 200,
      body: `<PublishBatchResult><Successful><member><Id>0</Id><MessageId>1</MessageId></member></Successful><Failed><member><Id>1</Id><Code>New</Code><SenderFault>${fault}</SenderFault></member></Failed></PublishBatchResult>`,
    });
    const receipt = await (await open({ batch: true })).send(batchOf([{}, {}]), sendOptions());
    expect(receipt.accepted).toBe(1);
    expect(receipt[member]).toBeDefined();
  });

  test.each([
    ['4 of 10', [0, 3, 5, 9].map((id) => entry(id)), [], 4],
    ['an event twice', [entry(0), entry(0)], [], 1],
    ['unknown events', [entry(0), entry(10), entry(-1), entry('a'), entry('')], [], 1],
    ['an event without an id', [entry(1), entry('')], [], 1],
    ['events without a message', [entry(0), entry(1, ''), '<member><Id>2</Id></member>'], [], 1],
    ['an event as both published and failed', [entry(0), entry(1)], [failure(1, 'InvalidParameter')], 1],
  ])('if the response names %s, the rest may be stored', async (_, successful, failed, accepted) => {
    service.answerWith(batchPublished(successful, failed));
    const receipt = await (await open({ batch: true })).send(batchOf(ten), sendOptions());
    expect(receipt).toMatchObject({ accepted, rejected: 0, unconfirmed: { rows: 10 - accepted } });
    expect(receipt.retryable).toBeUndefined();
    expect(receipt.unconfirmed?.error).toMatchObject({ kind: 'unconfirmed', uncertain: true });
    expect(receipt.unconfirmed?.error.message).toContain(`confirmed ${accepted} of 10 events`);
  });

  test('tells published, rejected, throttled and unmentioned entries apart', async () => {
    service.answerWith(
      batchPublished([entry(0), entry(1)], [failure(2, 'InvalidParameter'), failure(3, 'Throttled')]),
    );
    const receipt = await (await open({ batch: true })).send(batchOf(ten), sendOptions());
    expect(receipt).toMatchObject({
      accepted: 2,
      rejected: 1,
      refusal: { code: 'InvalidParameter' },
      retryable: { rows: [3], error: { code: 'Throttled', uncertain: false } },
      unconfirmed: { rows: 6 },
    });
  });

  test('an internal error may have stored its entry, throttling has not', async () => {
    service.answerWith(batchPublished([entry(0)], [failure(1, 'Throttled'), failure(2, 'InternalError')]));
    const connection = await open({ batch: true });
    const receipt = await connection.send(batchOf(ten.slice(0, 3)), sendOptions());
    expect(receipt.retryable).toMatchObject({ rows: [1, 2], error: { code: 'Throttled', uncertain: true } });
    service.answerWith(
      batchPublished([entry(0)], [failure(1, 'Throttled'), failure(2, 'ServiceUnavailable')]),
    );
    const other = await connection.send(batchOf(ten.slice(0, 3)), sendOptions());
    expect(other.retryable).toMatchObject({ rows: [1, 2], error: { code: 'Throttled', uncertain: false } });
  });
});

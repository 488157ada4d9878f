import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { longOnly } from '../../../../test/long.ts';
import {
  elasticsearchError,
  startElasticsearch,
  type ElasticsearchOptions,
  type ElasticsearchService,
} from '../../../../test/services/elasticsearch.ts';
import { jsonAnswer } from '../../../../test/services/service.ts';
import { batchOf, batchWith } from '../../test/destinations/batch.ts';
import {
  configOf,
  contractSuite,
  deliveryError,
  sendOptions,
  testEnv,
} from '../../test/destinations/contract.ts';
import { settingErrors } from '../../test/setting-errors.ts';
import { select, slice } from '../../../engine/src/rows/batch.ts';
import { parseConfig } from './parse-config.ts';
import type { DestinationEnv } from './destination.ts';
import { elasticsearch } from './elasticsearch.ts';

const KEY = 'VnVhQ2ZHY0JDZGJrU+/tZTFpTG5RRjdUd0dENkZ3QQ==';
const PASSWORD = 'a+secret/&é';
const BASIC = Buffer.from(`elastic:${PASSWORD}`).toString('base64');
const settings = (url: string) => ({ url, index: 'events', apiKey: KEY });
const ID = 'abcdefghij-_';
const item = (place: number, status: number, more: object = {}) => ({
  create: { _id: `${ID}-${place}`, status, ...more },
});
const refusal = (status: number, words: string) => elasticsearchError(status, 'some_exception', words);
const success = (words: string) => jsonAnswer(200, { errors: false, items: [item(0, 201)], note: words });

contractSuite({
  destination: elasticsearch,
  start: () => startElasticsearch({ authorization: `ApiKey ${KEY}` }),
  settings,
  wrongCredentials: { apiKey: 'another-key' },
  secrets: [KEY],
  refusal,
  success,
  checks: 2,
});

contractSuite({
  destination: elasticsearch,
  start: () => startElasticsearch({ authorization: `Basic ${BASIC}`, product: 'opensearch' }),
  settings: (url) => ({ url: `${url}/`, index: 'events', username: 'elastic', password: PASSWORD }),
  wrongCredentials: { password: 'other-secret' },
  secrets: [PASSWORD, `elastic:${PASSWORD}`],
  refusal,
  success,
  checks: 2,
});

describe('Elasticsearch', () => {
  let service: ElasticsearchService;
  const failing = new Map<number, { status: number; type: string }>();
  const start = (options: ElasticsearchOptions = {}) =>
    startElasticsearch({
      authorization: `ApiKey ${KEY}`,
      refuses: (row) => failing.get((row as { n: number }).n),
      ...options,
    });
  beforeEach(async () => {
    failing.clear();
    service = await start();
  });
  afterEach(() => service.close());

  /** As when a process resumes at row 1,000. */
  const stream: DestinationEnv['stream'] = { id: 'a1b2', rowNumber: (index) => 1000 + index };
  const open = (more: Readonly<Record<string, unknown>> = {}, env: Partial<DestinationEnv> = { stream }) =>
    elasticsearch.open(configOf(elasticsearch, { ...settings(service.url), ...more }), {
      ...testEnv(),
      ...env,
    });
  const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));
  const check = (more: Readonly<Record<string, unknown>> = {}) =>
    elasticsearch.check(
      configOf(elasticsearch, { ...settings(service.url), ...more }),
      testEnv(),
      new AbortController().signal,
    );

  test('the request matches the specification byte for byte', async () => {
    await (await open()).send(batchOf([{ a: 1 }, {}]), sendOptions());
    expect(service.requests[0]).toMatchObject({ method: 'POST', path: '/events/_bulk' });
    expect(service.requests[0]?.body.toString()).toBe(
      '{"create":{"_id":"a1b2-1000"}}\n{"a":1}\n{"create":{"_id":"a1b2-1001"}}\n{}\n',
    );
    expect(service.faults).toEqual([]);
  });

  test('rows keep their ids in every part of a batch, and without a known stream those of the request', async () => {
    const connection = await open();
    await connection.send(slice(batchOf(rows(5)), 1, 3), sendOptions());
    await connection.send(select(batchOf(rows(5)), [0, 4]), sendOptions());
    await (await open({ index: 'others' }, {})).send(batchOf(rows(2)), sendOptions());
    expect([...service.documents]).toEqual([
      ['events/a1b2-1001', { n: 1 }],
      ['events/a1b2-1002', { n: 2 }],
      ['events/a1b2-1000', { n: 0 }],
      ['events/a1b2-1004', { n: 4 }],
      [`others/${ID}-0`, { n: 0 }],
      [`others/${ID}-1`, { n: 1 }],
    ]);
  });

  test('rows of one request go to several indices', async () => {
    const connection = await open({ index: 'events-{{kind}}' });
    const batch = batchWith([
      [{ n: 1 }, { route: 'events-a' }],
      [{ n: 2 }, { route: 'events-ü' }],
      [{ n: 3 }, { route: 'events-a' }],
    ]);
    expect(await connection.send(batch, sendOptions())).toMatchObject({ accepted: 3 });
    expect(service.requests[0]?.path).toBe('/_bulk');
    expect([...service.documents.keys()]).toEqual([
      'events-a/a1b2-1000',
      'events-ü/a1b2-1001',
      'events-a/a1b2-1002',
    ]);
  });

  test('each row has its own result: created, to retry, or rejected with the reason', async () => {
    failing.set(1, { status: 429, type: 'es_rejected_execution_exception' });
    failing.set(3, { status: 400, type: 'document_parsing_exception' });
    failing.set(4, { status: 503, type: 'unavailable_shards_exception' });
    const receipt = await (await open()).send(batchOf(rows(6)), sendOptions());
    expect(receipt).toMatchObject({
      accepted: 3,
      rejected: 1,
      retryable: { rows: [1, 4] },
      rejectedPlaces: [3],
    });
    expect(receipt.retryable?.error).toMatchObject({ kind: 'rate-limited', status: 429, uncertain: false });
    expect(receipt.refusal).toMatchObject({ kind: 'rejected', code: 'document_parsing_exception' });
    expect(receipt.refusal?.message).toContain('Not created: document_parsing_exception');
    expect(receipt.refusal?.hint).toContain('mapping');
  });

  test('an existing id is a conflict, unless an earlier attempt may have stored it or it may be skipped', async () => {
    const connection = await open();
    await connection.send(batchOf(rows(2)), sendOptions());
    const again = () => connection.send(batchOf(rows(3)), sendOptions({ attempt: 2 }));
    const receipt = await again();
    expect(receipt).toMatchObject({ accepted: 1, rejected: 2, rejectedPlaces: [0, 1] });
    expect(receipt.refusal).toMatchObject({ status: 409, kind: 'rejected' });
    expect(receipt.refusal?.hint).toContain('same schema and seed');
    expect(await deliveryError(again())).toMatchObject({ status: 409, kind: 'rejected', uncertain: false });
    const uncertain = sendOptions({ attempt: 2, uncertain: true });
    expect(await connection.send(batchOf(rows(4)), uncertain)).toMatchObject({ accepted: 4, rejected: 0 });
    const skipping = await open({ conflict: 'skip' });
    expect(await skipping.send(batchOf(rows(5)), sendOptions())).toMatchObject({ accepted: 5, rejected: 0 });
    expect(service.rows).toEqual(rows(5));
  });

  test('rows in the failure store count as quarantined', async () => {
    await service.close();
    service = await start({ quarantines: (row) => (row as { n: number }).n === 1 });
    failing.set(2, { status: 400, type: 'document_parsing_exception' });
    const receipt = await (await open()).send(batchOf(rows(4)), sendOptions());
    expect(receipt).toMatchObject({ accepted: 2, quarantined: 1, rejected: 1 });
  });

  const result = (errors: unknown, ...items: readonly unknown[]) => jsonAnswer(200, { errors, items });
  test.each([
    ['fewer results than rows', result(false, item(0, 201))],
    ['more results than rows', result(false, item(0, 201), item(1, 201), item(2, 201))],
    ['results of other ids', result(false, item(1, 201), item(0, 201))],
    ['results of another action', result(false, { index: { _id: `${ID}-0`, status: 201 } }, item(1, 201))],
    ['errors without a failure', result(true, item(0, 201), item(1, 201))],
    ['no word on errors', jsonAnswer(200, { items: [item(0, 201), item(1, 201)] })],
    ['an updated document', result(false, item(0, 200), item(1, 200))],
    ['texts instead of numbers', result(false, item(0, NaN), item(1, NaN))],
  ])('%s: nothing is confirmed', async (_, answer) => {
    service.answerWith(answer);
    const error = await deliveryError((await open({}, {})).send(batchOf(rows(2)), sendOptions()));
    expect(error).toMatchObject({ kind: 'unconfirmed', status: 200, uncertain: true });
  });

  test('a failure that the response denies counts, and its successes do not', async () => {
    service.answerWith(result(false, item(0, 201), item(1, 400, { error: 'a text' })));
    const receipt = await (await open({}, {})).send(batchOf(rows(2)), sendOptions());
    expect(receipt).toMatchObject({ accepted: 0, rejected: 1, unconfirmed: { rows: 1, places: [0] } });
  });

  test('results of thousands of rows with long reasons are read', async () => {
    const count = longOnly([10_000])[0] ?? 2_000;
    const items = rows(count).map((_, n) => item(n, 400, { error: { type: 'x', reason: 'y'.repeat(500) } }));
    service.answerWith(result(true, ...items.slice(1), item(0, 201)));
    const error = await deliveryError((await open({}, {})).send(batchOf(rows(count)), sendOptions()));
    expect(error.kind).toBe('unconfirmed');
    service.answerWith(result(true, item(0, 201), ...items.slice(1)));
    const receipt = await (await open({}, {})).send(batchOf(rows(count)), sendOptions());
    expect(receipt).toMatchObject({ accepted: 1, rejected: count - 1 });
  });

  test('the connection test names the product and the index', async () => {
    const created = 'The index events does not exist; the first event creates it, if that is allowed.';
    const { host } = new URL(service.url);
    expect((await check()).message).toBe(`${host} is Elasticsearch 9.2.0. ${created} Nothing was written.`);
    await (await open()).send(batchOf(rows(1)), sendOptions());
    expect((await check()).message).toContain('The index events exists.');
    expect((await check({ index: 'e-{{n}}' })).message).toContain('Events determine the indices.');
    await service.close();
    service = await start({ product: 'opensearch', dataStreams: ['events'] });
    expect((await check()).message).toMatch(/is OpenSearch 3\.3\.0\. The data stream events exists\./);
  });

  test('a key that may only write passes the connection test', async () => {
    service.answerWith(
      elasticsearchError(403, 'security_exception', 'action [cluster:monitor/main] is unauthorized'),
    );
    expect(await check()).toMatchObject({
      ok: true,
      message: expect.stringContaining('may not read whether the index events exists') as string,
    });
  });

  test.each([
    ['another service', jsonAnswer(200, { receiver: 'other' })],
    ['a web page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<html></html>' }],
  ])('the connection test recognises %s', async (_, answer) => {
    service.answerWith(answer);
    const result = await check();
    expect(result).toMatchObject({ ok: false, kind: 'not-found' });
    expect(result.message).toContain('must be Elasticsearch or OpenSearch');
  });
});

describe('Elasticsearch’s settings', () => {
  test.each([
    ['Events', false],
    ['_events', false],
    ['..', false],
    ['a b', false],
    ['a*', false],
    ['a,b', false],
    ['é'.repeat(128), false],
    ['.events-ü-2026.11', true],
    ['events-{{kind}}', true],
    ['Events-{{kind}}', false],
  ])('the index %s: %s', (index, isValid) => {
    const result = parseConfig(elasticsearch, { ...settings('https://es.example'), index });
    expect(Object.keys(settingErrors(result))).toEqual(isValid ? [] : ['index']);
  });

  test('a data stream needs @timestamp in its events', () => {
    const config = configOf(elasticsearch, { ...settings('https://es.example'), dataStream: true });
    expect(elasticsearch.rowFields?.(config)).toEqual([{ setting: 'dataStream', field: '@timestamp' }]);
  });
});

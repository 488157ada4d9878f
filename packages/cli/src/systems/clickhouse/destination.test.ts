import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startService, type Answer, type Service } from '../../../../../test/services/service.ts';
import { batchOf } from '../../../../send/test/destinations/batch.ts';
import {
  configOf,
  deliveryError,
  sendOptions,
  testEnv,
} from '../../../../send/test/destinations/contract.ts';
import { receiptSuite } from '../../../../send/test/destinations/receipts.ts';
import { newTransport } from '../../transport/http.ts';
import { readingError } from './client.ts';
import { clickhouse } from './destination.ts';

const PASSWORD = 'a-password-of-clickhouse';
/** Headers that even version 18 sends. */
const OWN = { 'x-clickhouse-server-display-name': 'db-1' };
const stored: Answer = { status: 200, headers: OWN };
const start = () =>
  startService({ cors: { methods: ['POST'], headers: [], exposed: [] }, respond: () => stored });
const settings = (url: string) => ({ url, table: 'events', username: 'me', password: PASSWORD });

// With the command line's own HTTP client, the only one it uses.
const transport = newTransport();
receiptSuite({
  destination: clickhouse,
  start,
  settings,
  secrets: [PASSWORD],
  success: () => stored,
  env: () => ({ ...testEnv(), http: transport.http }),
});

describe('ClickHouse’s responses', () => {
  let service: Service;
  beforeEach(async () => {
    service = await start();
  });
  afterEach(() => service.close());
  const sent = async (answer: Answer) => {
    service.answerWith(answer);
    const connection = await clickhouse.open(configOf(clickhouse, settings(service.url)), testEnv());
    return connection.send(batchOf([{ n: 1 }, { n: 2 }]), sendOptions());
  };

  test('changes become versions of their rows, and tombstones nothing', async () => {
    const config = configOf(clickhouse, { ...settings(service.url), changeField: 'change' });
    const connection = await clickhouse.open(config, testEnv());
    const send = (rows: readonly unknown[]) =>
      connection.send(batchOf(rows.map((change) => ({ change }))), sendOptions());
    const [one, two] = [
      { id: 1, city: 'Oslo' },
      { id: 1, city: 'Rome' },
    ];
    const created = { before: null, after: one, op: 'c', source: { sequence: 1 } };
    const moved = { before: one, after: two, op: 'u', source: { sequence: 2 } };
    const deleted = { before: two, after: null, op: 'd', source: { sequence: 3 } };
    expect(await send([created, moved, deleted, null])).toMatchObject({ accepted: 4 });
    const sentRows = service.requests[0]?.body.toString('utf8').split('\n');
    expect(sentRows?.map((row) => JSON.parse(row) as unknown)).toEqual([
      { ...one, version: 1, is_deleted: 0 },
      { ...two, version: 2, is_deleted: 0 },
      { ...two, version: 3, is_deleted: 1 },
    ]);
    expect(await send([null])).toMatchObject({ accepted: 1 });
    expect(service.requests).toHaveLength(1);
    const error = await deliveryError(send([{ op: 'u' }]));
    expect(error).toMatchObject({ kind: 'rejected' });
  });

  test.each([
    ['of version 18', OWN],
    ['of today', { 'x-clickhouse-query-id': 'a', 'x-clickhouse-summary': '{"written_rows":"2"}' }],
  ])('an empty response %s confirms all rows', async (_, headers) => {
    expect(await sent({ status: 200, headers })).toMatchObject({ accepted: 2, rejected: 0 });
  });

  const words = (code: number, what: string) => `Code: ${code}. DB::Exception: ${what} (version 25.8.1.1)\n`;
  test.each([
    ['in a header', { 'x-clickhouse-exception-code': '241' }, '', 'unavailable', '241'],
    ['of an unknown code in a header', { 'x-clickhouse-exception-code': '9999' }, '', 'unavailable', '9999'],
    ['at the end of the answer', {}, `\r\n${words(252, 'Too many parts')}`, 'rate-limited', '252'],
    [
      'in the words of version 18',
      {},
      'Code: 27, e.displayText() = DB::Exception: Cannot parse',
      'rejected',
      '27',
    ],
    ['of a view', {}, words(395, 'no: while pushing to view default.v'), 'rejected', '395'],
  ])('an exception %s, after status 200, makes all rows uncertain', async (_, headers, body, kind, code) => {
    const error = await deliveryError(sent({ status: 200, headers: { ...OWN, ...headers }, body }));
    expect(error).toMatchObject({ kind, code, status: 200, uncertain: true });
  });

  test('a request that bad rows spoil can be divided, unless some of it may be stored', async () => {
    const divisible = async (status: number, body: string) =>
      (await deliveryError(sent({ status, headers: OWN, body }))).divisible;
    expect(await divisible(400, words(27, 'Cannot parse input'))).toBe(true);
    expect(await divisible(500, words(469, 'Constraint is violated'))).toBe(true);
    expect(await divisible(200, words(27, 'Cannot parse input'))).toBe(false);
    expect(await divisible(500, words(395, 'no: while pushing to view default.v'))).toBe(false);
  });

  test.each([
    ['a parse error with 500', 500, words(27, 'Cannot parse input'), 'rejected', false],
    ['no such table', 404, words(60, 'Table default.u does not exist'), 'not-found', false],
    ['too many parts', 500, words(252, 'Too many parts'), 'rate-limited', false],
    ['an internal error', 500, words(210, 'Connection reset'), 'unavailable', true],
    ['a view that failed', 500, words(395, 'no: while pushing to view default.v'), 'rejected', true],
  ])('%s: whether rows may have been stored', async (_, status, body, kind, uncertain) => {
    expect(await deliveryError(sent({ status, headers: OWN, body }))).toMatchObject({ kind, uncertain });
  });
});

test.each([
  [516, 'Check the user name and password.'],
  [164, 'The user is read-only.'],
  [497, 'The user lacks the privilege that the error names.'],
  [60, undefined],
  [202, undefined],
])('when rows are read, code %i has the advice %j: none about writing', (code, hint) => {
  const text = `Code: ${code}. DB::Exception: no`;
  const response = { status: 500, header: () => undefined, text };
  const url = 'clickhouse://localhost:8123/shop';
  const address = { kind: 'clickhouse', url, username: undefined, password: undefined } as const;
  expect(readingError(response, address).hint).toBe(hint);
});

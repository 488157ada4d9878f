import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { jsonAnswer } from '../../../../test/services/service.ts';
import { splunkError, startSplunk, type SplunkService } from '../../../../test/services/splunk.ts';
import { batchOf, batchWith } from '../../test/destinations/batch.ts';
import {
  configOf,
  contractSuite,
  deliveryError,
  sendOptions,
  testEnv,
} from '../../test/destinations/contract.ts';
import { splunk } from './splunk.ts';

const TOKEN = 'B5A79AAD-D822-46CC-80D1-819F80D7BFB0';
const settings = (url: string) => ({ url, token: TOKEN });
const CODES: Readonly<Record<number, number>> = { 400: 6, 401: 3, 403: 4, 500: 8, 503: 9 };
const refusal = (status: number, words: string) => splunkError(status, CODES[status] ?? 24, words);
const success = (text: string) => jsonAnswer(200, { text, code: 0 });

contractSuite({
  destination: splunk,
  start: () => startSplunk({ token: TOKEN }),
  settings,
  wrongCredentials: { token: 'another-token' },
  secrets: [TOKEN],
  refusal,
  success,
});

contractSuite({
  destination: splunk,
  start: () => startSplunk({ token: TOKEN, indexes: ['a "b"'] }),
  settings: (url) => ({ ...settings(`${url}/`), index: 'a "b"', sourcetype: '_json', eventHost: 'ü' }),
  wrongCredentials: { token: 'another-token' },
  secrets: [TOKEN],
  refusal,
  success,
});

describe('Splunk', () => {
  let service: SplunkService;
  beforeEach(async () => {
    service = await startSplunk({ token: TOKEN, refuses: (row) => (row as { bad?: boolean }).bad === true });
  });
  afterEach(() => service.close());

  const open = (more: Readonly<Record<string, unknown>> = {}) =>
    splunk.open(configOf(splunk, { ...settings(service.url), ...more }), testEnv());

  test('the request matches the specification byte for byte', async () => {
    const connection = await open({ index: 'main', source: 'catbird', eventHost: 'web-1' });
    const batch = batchWith([
      [{ a: 1 }, { ms: 1_767_225_600_007 }],
      [{ a: '"\n' }, {}],
    ]);
    await connection.send(batch, sendOptions());
    expect(service.requests[0]?.body.toString()).toBe(
      '{"time":1767225600.007,"host":"web-1","source":"catbird","index":"main","event":{"a":1}}\n' +
        '{"host":"web-1","source":"catbird","index":"main","event":{"a":"\\"\\n"}}\n',
    );
    expect(service.requests[0]?.headers['authorization']).toBe(`Splunk ${TOKEN}`);
    expect(service.faults).toEqual([]);
  });

  test('of events up to an invalid one, each has its outcome: accepted, rejected, or to send again', async () => {
    const rows = [{ n: 0 }, { n: 1 }, { bad: true }, { n: 3 }, { n: 4 }];
    const receipt = await (await open()).send(batchOf(rows), sendOptions());
    expect(receipt).toMatchObject({
      accepted: 2,
      rejected: 1,
      rejectedPlaces: [2],
      refusal: { kind: 'rejected', code: '6', status: 400 },
      retryable: { rows: [3, 4], error: 'unread' },
    });
    expect(service.rows).toEqual(rows.slice(0, 2));
    expect(await deliveryError((await open()).send(batchOf([{ bad: true }]), sendOptions()))).toMatchObject({
      kind: 'rejected',
    });
  });

  test.each([undefined, -1, 1.5, '1', 3])('an invalid event number %s confirms nothing', async (number) => {
    service.answerWith(jsonAnswer(400, { text: 'no', code: 6, 'invalid-event-number': number }));
    const error = await deliveryError((await open()).send(batchOf([{}, {}, {}]), sendOptions()));
    expect(error).toMatchObject({ kind: 'rejected', code: '6' });
  });

  test('a busy server may have stored events, if it says how far it came', async () => {
    const send = async (number?: number) => {
      service.answerWith(splunkError(503, 9, 'Server is busy', number));
      return deliveryError((await open()).send(batchOf([{}, {}, {}]), sendOptions()));
    };
    expect(await send()).toMatchObject({ kind: 'unavailable', code: '9', uncertain: false });
    expect(await send(0)).toMatchObject({ uncertain: false });
    expect(await send(2)).toMatchObject({ kind: 'unavailable', uncertain: true });
  });

  test.each([
    [7, 'Incorrect index', 'index'],
    [10, 'Data channel is missing', 'without it'],
  ])('code %i, %s, ends the run', async (code, text, hint) => {
    service.answerWith(splunkError(400, code, text, code === 7 ? 1 : undefined));
    const error = await deliveryError((await open({ index: 'other' })).send(batchOf([{}]), sendOptions()));
    expect(error).toMatchObject({ kind: 'not-found', code: String(code) });
    expect(error.hint).toContain(hint);
  });

  test.each([
    ['an error', { text: 'Invalid data format', code: 6 }],
    ['a code that is a text', { text: 'Success', code: '0' }],
    ['a healthy collector', { text: 'HEC is healthy', code: 17 }],
  ])('a 200 response with %s confirms nothing', async (_, body) => {
    service.answerWith(jsonAnswer(200, body));
    expect(await deliveryError((await open()).send(batchOf([{}]), sendOptions()))).toMatchObject({
      kind: 'unconfirmed',
      uncertain: true,
    });
  });
});

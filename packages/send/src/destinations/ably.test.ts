import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ablyError, startAbly, type AblyService } from '../../../../test/services/ably.ts';
import { jsonAnswer } from '../../../../test/services/service.ts';
import { batchOf, batchOfLines } from '../../test/destinations/batch.ts';
import {
  configOf,
  contractSuite,
  deliveryError,
  sendOptions,
  testEnv,
} from '../../test/destinations/contract.ts';
import { ably } from './ably.ts';
import { parseConfig } from './parse-config.ts';
import { settingErrors } from '../../test/setting-errors.ts';

const KEY = 'xVLyHw.dHBYNQ:a-secret/for+tests';
const CODES: Readonly<Record<number, number>> = {
  400: 40000,
  401: 40140,
  403: 40300,
  404: 40400,
  413: 40009,
  429: 42910,
  500: 50000,
  503: 50003,
};

contractSuite({
  destination: ably,
  start: () => startAbly({ apiKey: KEY }),
  settings: (url) => ({ channelId: 'events', apiKey: KEY, endpoint: url }),
  wrongCredentials: { apiKey: 'xVLyHw.dHBYNQ:another-secret' },
  secrets: [KEY, 'a-secret/for+tests'],
  refusal: (status, words) => {
    const code = CODES[status];
    return code === undefined
      ? jsonAnswer(status, { error: { message: words } })
      : ablyError(status, code, words);
  },
  success: (words) => jsonAnswer(201, { channel: 'events', messageId: words }),
});

describe('Ably', () => {
  let service: AblyService;
  beforeEach(async () => {
    service = await startAbly({ apiKey: KEY, channelId: 'rooms/ü:[1] ?#%' });
  });
  afterEach(() => service.close());

  const config = () => configOf(ably, { channelId: 'rooms/ü:[1] ?#%', apiKey: KEY, endpoint: service.url });
  const open = () => ably.open(config(), testEnv());

  test('the request matches the specification byte for byte, plus an id', async () => {
    await (
      await open()
    ).send(batchOfLines(['{"a":1}', '{"a":","}', '{}']), sendOptions({ id: 'AbCdEf012_-9' }));
    const [request] = service.requests;
    expect(request?.method).toBe('POST');
    expect(request?.target).toBe('/channels/rooms%2F%C3%BC%3A%5B1%5D%20%3F%23%25/messages');
    expect(request?.headers['authorization']).toBe('Basic eFZMeUh3LmRIQllOUTphLXNlY3JldC9mb3IrdGVzdHM=');
    expect(request?.headers['content-type']).toBe('application/json');
    expect(request?.body.toString()).toBe(
      '{"name":"publish","data":[{"a":1},{"a":","},{}],"id":"AbCdEf012_-9:0"}',
    );
    expect(service.faults).toEqual([]);
  });

  test('sends only headers that a page may send', async () => {
    await (await open()).send(batchOf([{}]), sendOptions());
    const own = Object.keys(service.requests[0]?.headers ?? {}).filter(
      (name) =>
        !/^(host|connection|content-length|accept.*|user-agent|sec-fetch-mode|cache-control|pragma)$/.test(
          name,
        ),
    );
    expect(own.sort()).toEqual(['authorization', 'content-type']);
  });

  test('a retry after a lost response repeats the id, so rows are published once', async () => {
    const connection = await open();
    const batch = batchOf([{ a: 1 }, { a: 2 }]);
    await connection.send(batch, sendOptions({ id: 'aaaaaaaaaaaa' }));
    await connection.send(batch, sendOptions({ id: 'aaaaaaaaaaaa', attempt: 2 }));
    await connection.send(batchOf([{ a: 3 }]), sendOptions({ id: 'bbbbbbbbbbbb' }));
    expect(service.requests).toHaveLength(3);
    expect(service.ids).toEqual(['aaaaaaaaaaaa:0', 'bbbbbbbbbbbb:0']);
    expect(service.rows).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
  });

  test.each([
    ['40112 with 401, a limit and not wrong credentials', 401, 40112, 'auth', /limit/],
    ['40115 with 403', 403, 40115, 'auth', /limit/],
    ['40160, no capability', 401, 40160, 'auth', /capability/],
    ['40009 with 400', 400, 40009, 'too-large', /64 KiB/],
    ['40010, a name it does not take', 400, 40010, 'rejected', /channel ID/],
    ['42913 with 429', 429, 42913, 'rate-limited', /50 messages/],
    ['50320 with 503', 503, 50320, 'unavailable', /.*/],
  ] as const)('%s: the code decides', async (_, status, code, kind, hint) => {
    service.answerWith(ablyError(status, code, 'words'));
    const error = await deliveryError((await open()).send(batchOf([{}]), sendOptions()));
    expect(error).toMatchObject({ kind, status, code: String(code), detail: 'words' });
    expect(error.hint ?? '').toMatch(hint);
  });

  test.each([
    ['an id that is a number', { channel: 'events', messageId: 7 }],
    ['an empty id', { channel: 'events', messageId: '' }],
    ['an id and an error', { messageId: 'a:0', error: { code: 50000, message: 'no' } }],
    ['several message ids', [{ channel: 'events', messageId: 'a:0' }]],
  ])('%s confirms nothing', async (_, answer) => {
    service.answerWith(jsonAnswer(201, answer));
    const error = await deliveryError((await open()).send(batchOf([{}, {}]), sendOptions()));
    expect(error).toMatchObject({ kind: 'unconfirmed', uncertain: true, detail: JSON.stringify(answer) });
  });

  test('Ably rejects a publish one byte above the limits, so they waste nothing', async () => {
    const { bytes } = ably.limits(config());
    const over = batchOf([{ text: 'x'.repeat(bytes + 64) }]);
    expect(await deliveryError((await open()).send(over, sendOptions()))).toMatchObject({
      kind: 'too-large',
      code: '40009',
    });
  });

  test('the connection test publishes nothing', async () => {
    expect(await ably.check(config(), testEnv(), new AbortController().signal)).toMatchObject({ ok: true });
    expect(service.requests[0]?.body.toString()).toBe('[]');
    expect(service.rows).toEqual([]);
  });
});

describe('Ably’s settings', () => {
  test('the address defaults to Ably’s own', () => {
    const given = { channelId: 'events', apiKey: KEY };
    expect(ably.host(configOf(ably, given))).toBe('rest.ably.io');
    expect(ably.host(configOf(ably, { ...given, endpoint: 'https://main.realtime.ably.net/' }))).toBe(
      'main.realtime.ably.net',
    );
  });

  test.each([
    [{}, { channelId: ['Required'], apiKey: ['Required'] }],
    [
      { channelId: '  ', apiKey: '' },
      { channelId: ['Required'], apiKey: ['Required'] },
    ],
    [
      { channelId: 'events', apiKey: 'xVLyHw.dHBYNQ' },
      { apiKey: ['Must be a complete API key, including the part after the colon'] },
    ],
    [{ channelId: '..', apiKey: KEY }, { channelId: ['Must not be . or ..'] }],
  ])('%j is rejected with all errors', (given, errors) => {
    expect(settingErrors(parseConfig(ably, given))).toEqual(errors);
  });
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { jsonAnswer } from '../../../../test/services/service.ts';
import { startTinybird, type TinybirdService } from '../../../../test/services/tinybird.ts';
import { batchOf, batchOfLines } from '../../test/destinations/batch.ts';
import {
  configOf,
  contractSuite,
  deliveryError,
  sendOptions,
  testEnv,
} from '../../test/destinations/contract.ts';
import { parseConfig } from './parse-config.ts';
import { tinybird } from './tinybird.ts';
import { settingErrors } from '../../test/setting-errors.ts';

const TOKEN = 'p.a/token+for&tests==';
const settings = (url: string) => ({ host: 'custom', endpoint: url, datasource: 'events', token: TOKEN });

contractSuite({
  destination: tinybird,
  start: () => startTinybird({ token: TOKEN }),
  settings,
  wrongCredentials: { token: 'p.another-token' },
  secrets: [TOKEN],
  refusal: (status, words) => jsonAnswer(status, { error: words }),
  success: (words) => jsonAnswer(202, { successful_rows: 1, quarantined_rows: 0, note: words }),
});

describe('Tinybird', () => {
  let service: TinybirdService;
  beforeEach(async () => {
    service = await startTinybird({
      token: TOKEN,
      datasource: 'web events/ü&name=x',
      quarantines: (row) => JSON.stringify(row).includes('bad'),
    });
  });
  afterEach(() => service.close());

  const open = (more: Readonly<Record<string, unknown>> = {}) =>
    tinybird.open(
      configOf(tinybird, { ...settings(`${service.url}/`), datasource: 'web events/ü&name=x', ...more }),
      testEnv(),
    );

  test('the request matches the specification byte for byte', async () => {
    await (await open()).send(batchOfLines(['{"a":1}', '{"a":"\\n"}', '{}']), sendOptions());
    const [request] = service.requests;
    expect(request?.method).toBe('POST');
    expect(request?.target).toBe('/v0/events?name=web%20events%2F%C3%BC%26name%3Dx&from=catbird');
    expect(request?.headers['authorization']).toBe(`Bearer ${TOKEN}`);
    expect(request?.body.toString()).toBe('{"a":1}\n{"a":"\\n"}\n{}\n');
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
    expect(own).toEqual(['authorization']);
  });

  test('the query asks to wait until events are written', async () => {
    const receipt = await (await open({ wait: 'true' })).send(batchOf([{}]), sendOptions());
    expect(service.requests[0]?.target).toMatch(/&from=catbird&wait=true$/);
    expect(receipt.status).toBe(200);
  });

  test('quarantined rows do not count as accepted', async () => {
    const receipt = await (await open()).send(batchOf([{ a: 1 }, { a: 'bad' }, { a: 2 }]), sendOptions());
    expect(receipt).toMatchObject({ accepted: 2, quarantined: 1, rejected: 0 });
    expect(service.quarantined).toEqual([{ a: 'bad' }]);
  });

  test.each([
    ['fewer rows than were sent', { successful_rows: 1, quarantined_rows: 1 }, 1, 1],
    ['accepted rows only', { successful_rows: 2 }, 2, 0],
    ['no error', { successful_rows: 2, quarantined_rows: 0, error: null }, 2, 0],
  ])('%s: confirmed rows count, and the rest may be stored', async (_, answer, accepted, quarantined) => {
    service.answerWith(jsonAnswer(202, answer));
    const receipt = await (await open()).send(batchOf([{}, {}, {}]), sendOptions());
    expect(receipt).toMatchObject({ accepted, quarantined, rejected: 0, unconfirmed: { rows: 1 } });
    expect(receipt.unconfirmed?.error).toMatchObject({ kind: 'unconfirmed', status: 202, uncertain: true });
    expect(receipt.unconfirmed?.error.message).toContain('confirmed 2 of 3 events: {"successful_rows"');
  });

  test.each([
    ['no rows at all', { successful_rows: 0, quarantined_rows: 0 }],
    ['more rows than were sent', { successful_rows: 9, quarantined_rows: 0 }],
    ['more rows in total than were sent', { successful_rows: 3, quarantined_rows: 1 }],
    ['strings instead of counts', { successful_rows: '3', quarantined_rows: '0' }],
    ['a string next to a count', { successful_rows: 3, quarantined_rows: '0' }],
    ['a negative count', { successful_rows: 4, quarantined_rows: -1 }],
    ['a fraction of a row', { successful_rows: 2.5, quarantined_rows: 0.5 }],
    ['quarantined rows only', { quarantined_rows: 2 }],
    ['all rows, and an error', { successful_rows: 3, quarantined_rows: 0, error: 'Write failed' }],
  ])('%s: nothing is confirmed', async (_, answer) => {
    service.answerWith(jsonAnswer(202, answer));
    const error = await deliveryError((await open()).send(batchOf([{}, {}, {}]), sendOptions()));
    expect(error).toMatchObject({ kind: 'unconfirmed', detail: JSON.stringify(answer), uncertain: true });
  });

  test('a web page as response hints at api. and ui.', async () => {
    service.answerWith({ status: 200, headers: { 'content-type': 'text/html' }, body: '<html></html>' });
    const error = await deliveryError((await open()).send(batchOf([{}]), sendOptions()));
    expect(error.kind).toBe('not-found');
    expect(error.hint).toMatch(/api\..*ui\./);
  });

  test('a partial write through a materialized view is not retried', async () => {
    service.answerWith(jsonAnswer(422, { error: 'Materialized view failed' }));
    const error = await deliveryError((await open()).send(batchOf([{}]), sendOptions()));
    expect(error).toMatchObject({ kind: 'rejected', uncertain: true });
    expect(error.hint).toContain('others may have been written');
  });
});

describe('Tinybird’s settings', () => {
  const given = { datasource: 'events', token: TOKEN };

  test.each([
    ['gcp_europe_west3', 'api.tinybird.co'],
    ['gcp_us_east4', 'api.us-east.tinybird.co'],
    ['aws_eu_central_1', 'api.eu-central-1.aws.tinybird.co'],
    ['aws_us_east_1', 'api.us-east.aws.tinybird.co'],
    ['aws_us_west_2', 'api.us-west-2.aws.tinybird.co'],
    ['gcp_europe_west2', 'api.europe-west2.gcp.tinybird.co'],
    ['gcp_northamerica_northeast2', 'api.northamerica-northeast2.gcp.tinybird.co'],
    ['aws_eu_west_1', 'api.eu-west-1.aws.tinybird.co'],
    ['local', 'localhost:7181'],
  ])('host %s is %s, by host and by endpoint', (host, expected) => {
    expect(tinybird.host(configOf(tinybird, { ...given, host }))).toBe(expected);
    expect(tinybird.host(configOf(tinybird, { ...given, endpoint: host }))).toBe(expected);
    expect(configOf(tinybird, { ...given, host })).toMatchObject({ host, endpoint: host });
  });

  test('the default host is gcp_europe_west3', () => {
    expect(configOf(tinybird, given).host).toBe('gcp_europe_west3');
  });

  test.each([
    ['an address only', { endpoint: 'https://api.example.com' }, 'api.example.com'],
    ['custom and an address', { host: 'custom', endpoint: 'https://api.example.com/' }, 'api.example.com'],
    [
      'a region and an old name for it',
      { host: 'aws_us_west_2', endpoint: 'us_gcp' },
      'api.us-west-2.aws.tinybird.co',
    ],
    ['an old name', { endpoint: 'eu_gcp' }, 'api.tinybird.co'],
    ['an old name as host', { host: 'us_gcp' }, 'api.us-east.tinybird.co'],
  ])('%s is understood', (_, more, expected) => {
    expect(tinybird.host(configOf(tinybird, { ...given, ...more }))).toBe(expected);
  });

  test('reports all missing settings at once', () => {
    expect(settingErrors(parseConfig(tinybird, { host: 'custom' }))).toEqual({
      datasource: ['Required'],
      token: ['Required'],
      endpoint: ['Required'],
    });
  });

  test.each([
    [{ host: 'mars' }, 'host'],
    [{ host: 'aws_us_west_2', endpoint: 'https://x.example' }, 'endpoint'],
    [{ host: 'custom', endpoint: 'api.example.com' }, 'endpoint'],
    [{ host: 'custom', endpoint: 'http://api.example.com' }, 'endpoint'],
    [{ host: 'custom', endpoint: 'https://me:secret@api.example.com' }, 'endpoint'],
    [{ host: 'custom', endpoint: 'https://api.example.com?x=1' }, 'endpoint'],
    [{ host: 'custom', endpoint: 'javascript:alert(1)' }, 'endpoint'],
    [{ token: 'two words' }, 'token'],
    [{ token: 'p.tökén' }, 'token'],
    [{ wait: 'perhaps' }, 'wait'],
  ])('%j is rejected at its field', (more, field) => {
    const result = parseConfig(tinybird, { ...given, ...more });
    expect(result.ok).toBe(false);
    expect(Object.keys(settingErrors(result))).toEqual([field]);
  });
});

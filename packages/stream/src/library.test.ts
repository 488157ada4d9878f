import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import type { CustomType } from '../../engine/src/model/custom-type.ts';
import { newBatch, texts } from '../../engine/src/rows/batch.ts';
import { compile } from '../../engine/src/rows/writer.ts';
import { parseSchema } from '../../engine/src/schema/parse.ts';
import * as z from 'zod/mini';
import type { Destination } from '../../send/src/destinations/destination.ts';
import { DeliveryError } from '../../send/src/destinations/error.ts';
import { log } from '../../send/src/destinations/log.ts';
import { rows, type RowsOptions } from './generate.ts';
import { OptionsError, type GivenSchema } from './given.ts';
import { stream, type SendStreamOptions, type StreamResult } from './send.ts';
import { verify } from './verify-rows.ts';

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('rows', () => {
  test('are the objects of the schema, whose types may stand alone', async () => {
    const spec = { id: { type: 'string.uuid' }, city: { type: 'location.city' } };
    const parsed = parseSchema(JSON.stringify(spec));
    if (!parsed.ok) throw new Error('Invalid schema');
    const writer = compile(parsed.schema, { seed: 42 });
    const batch = writer.fill(newBatch(), { first: 0, count: 40, time: { startMs: 0, stepMs: 0 } });
    const expected = [...texts(batch)].map((text) => JSON.parse(text) as unknown);
    for (const schema of [{ id: 'string.uuid', city: 'location.city' }, JSON.stringify(spec), parsed.schema])
      expect(await all(rows(schema, { seed: 42, count: 40 }))).toEqual(expected);
    expect(await all(rows(spec, { seed: '42', first: 30, count: 2 }))).toEqual(expected.slice(30, 32));
  });

  test('have incidents, as a config of one stream has', async () => {
    const schema = { at: 'catbird.timestampNow', level: { type: 'catbird.expression', params: '1' } };
    const incidents = [{ name: 'high', at: '+5s', for: '3s', set: { level: 'level + 1' } }];
    const found = await all(rows(schema, { incidents, from: '2026-11-20', count: 10, seed: 1 }));
    expect(found.map(({ level }) => level)).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 1, 1]);
    const gaps = [{ name: 'gap', at: '+5s', for: '3s', where: 'level == 1', drop: true }];
    const lossy = { incidents: gaps, from: '2026-11-20', count: 10, seed: 1 };
    const sent = await all(rows(schema, lossy));
    expect(sent).toEqual(found.toSpliced(5, 3));
    expect(await verify({ schema, ...lossy, arrived: sent })).toMatchObject({ verdict: 'right' });
    const wrong = [{ name: 'high', at: '+5s', for: '3s', set: { levels: '1' } }];
    await expect(all(rows(schema, { incidents: wrong, from: '2026-11-20' }))).rejects.toThrow(
      'Did you mean level?',
    );
    await expect(all(rows(schema, { incidents }))).rejects.toThrow('computed event times');
  });

  test('have data of their locale loaded, and computed times that end', async () => {
    const schema = {
      $locale: 'de',
      at: 'catbird.timestampNow',
      person: 'catbird.person',
      city: 'location.city',
    };
    const options = { seed: 1, eps: 0.5, from: '2026-01-01T00:00:00Z', to: '2026-01-01T00:00:06Z' };
    const made = await all(rows(schema, options));
    expect(made.map(({ at }) => at)).toEqual([0, 2, 4].map((second) => `2026-01-01T00:00:0${second}.000Z`));
    const dates = { from: new Date(options.from), to: new Date(options.to) };
    expect(await all(rows(schema, { ...options, ...dates }))).toEqual(made);
  });

  test('have values of types that the program passes', async () => {
    const type: CustomType = {
      name: 'acme.gate',
      summary: 'A gate',
      generate: (random) => `${random.pick(['A', 'B'])}${random.integer(1, 9)}`,
    };
    const schema = { n: 'catbird.sequence', gate: 'acme.gate' };
    const options = { seed: 1, count: 20, types: [type] };
    const made = await all(rows(schema, options));
    for (const { gate } of made) expect(gate).toMatch(/^[AB][1-9]$/);
    const lines: string[] = [];
    const sent = stream({
      schema,
      types: [type],
      seed: 1,
      eps: 'max',
      limit: 20,
      destination: 'log',
      write: (bytes) => void lines.push(new TextDecoder().decode(bytes)),
    });
    expect(await sent.done).toMatchObject({ accepted: 20 });
    expect(lines.join('').trim().split('\n')).toEqual(made.map((row) => JSON.stringify(row)));
    expect(await verify({ schema, ...options, arrived: made })).toMatchObject({ verdict: 'right' });
    await expect(all(rows(schema, { count: 1 }))).rejects.toThrow('acme.gate: Unknown generator type');
  });

  test('without an end stop when nobody takes them', async () => {
    let taken = 0;
    for await (const { n } of rows({ n: 'catbird.sequence' })) {
      taken++;
      if (n === 10_000) break;
    }
    expect(taken).toBe(10_000);
  });

  test.each([
    [{ city: 'location.citty' }, {}, /^city\.type: .*Did you mean location\.city\?$/],
    ['{"n": 1', {}, /JSON|end/],
    [{ n: 'catbird.sequence' }, { count: 1.5, first: -1 }, /count must be.*\nfirst must be/],
    [null, {}, /^A schema must be an object/],
    [undefined, {}, /^A schema must be an object/],
    [[], {}, /^A schema must be an object/],
    [7, {}, /^A schema must be an object/],
    [{ n: 'catbird.sequence' }, { seed: {}, types: 5 }, /^seed must be a text.*\ntypes must be a list/],
    [{ n: 'catbird.sequence' }, { seed: NaN }, /^seed must be a text or a number$/],
    [{ n: 'catbird.sequence' }, { from: new Date(NaN) }, /^from must be an instant/],
    [{ n: 'catbird.sequence' }, { format: 'csv' }, /^format does not apply to rows\. Use stream$/],
    [{ n: 'catbird.sequence' }, { from: 'soon', epps: 3 }, /Unknown key epps. Did you mean eps\?\nfrom/],
  ] as const)('of %j with %j say what is wrong', async (schema, options, message) => {
    // What programs without types may pass.
    await expect(all(rows(schema as GivenSchema, options as RowsOptions))).rejects.toThrow(message);
  });
});

describe('a stream', () => {
  const received: string[] = [];
  const paths = new Set<string | undefined>();
  const server = createServer((request, response) => {
    paths.add(request.url);
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      received.push(...text.split('\n').filter((line) => line !== ''));
      response.writeHead(200).end();
    });
  });
  let url = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => void server.close());
  let unusedUrl = '';
  beforeAll(async () => {
    const other = createServer();
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    unusedUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    await new Promise((resolve) => void other.close(resolve));
  });

  const options = (): Extract<SendStreamOptions, { destination: 'http' }> => ({
    schema: { n: 'catbird.sequence' },
    destination: 'http',
    settings: { url },
    seed: 42,
  });

  test('has types of names and settings', () => {
    type Http = Extract<SendStreamOptions, { destination: 'http' }>;
    expectTypeOf<Http['settings']['url']>().toEqualTypeOf<string>();
    expectTypeOf<Http['settings']['method']>().toEqualTypeOf<'POST' | 'PUT' | 'PATCH' | undefined>();
    const schema = { n: 'catbird.sequence' };
    expectTypeOf({
      schema,
      destination: 'htp',
      settings: { url },
    } as const).not.toExtend<SendStreamOptions>();
    expectTypeOf({ schema, destination: 'http', settings: {} } as const).not.toExtend<SendStreamOptions>();
    // @ts-expect-error There is no setting of this name.
    const misspelt: SendStreamOptions = { schema, destination: 'http', settings: { url, metod: 'PUT' } };
    expect(misspelt).toBeDefined();
  });

  test('sends as many events as asked for, and resolves with its counts', async () => {
    received.length = 0;
    const reports: number[] = [];
    const { accepted, reason } = await stream({
      ...options(),
      eps: 'max',
      limit: 500,
      onProgress: (progress) => reports.push(progress.generated),
    }).done;
    expect([accepted, reason, received.length]).toEqual([500, 'limit', 500]);
  });

  test('sends rows in a format, with its settings and a head for each request', async () => {
    received.length = 0;
    const schema = { n: 'catbird.sequence', name: { type: 'helpers.arrayElement', params: ['a;b'] } };
    const format = { name: 'csv', delimiter: ';' };
    const { accepted } = await stream({ ...options(), schema, format, eps: 'max', limit: 3 }).done;
    expect([accepted, received]).toEqual([3, ['n;name', '1;"a;b"', '2;"a;b"', '3;"a;b"']]);
    received.length = 0;
    await stream({ ...options(), format: 'json-array', eps: 'max', limit: 2 }).done;
    expect(JSON.parse(received.join(''))).toEqual([{ n: 1 }, { n: 2 }]);
  });

  test('sends events to addresses that follow from them', async () => {
    paths.clear();
    const settings = { url: `${url}of/{{n}}` };
    const { accepted } = await stream({ ...options(), settings, eps: 'max', limit: 3 }).done;
    expect([accepted, ...paths]).toEqual([3, '/of/1', '/of/2', '/of/3']);
    const unknown = { ...options(), settings: { url: `${url}{{m}}` } };
    await expect(stream(unknown).done).rejects.toThrow('settings.url: Unknown field m in the schema');
  });

  test('can be paused, resumed, sped up and stopped', async () => {
    const progress: { accepted: number; asked: number }[] = [];
    const until = async (is: (last: { accepted: number; asked: number } | undefined) => boolean) =>
      expect.poll(() => is(progress.at(-1))).toBe(true);
    const running = stream({ ...options(), eps: 5, onProgress: (report) => void progress.push(report) });
    running.pause();
    await until((last) => last?.asked === 0);
    running.resume();
    running.setRate(2000);
    await until((last) => (last?.accepted ?? 0) > 500);
    running.stop();
    const { reason, accepted, failed, generated } = await running.done;
    expect([reason, failed, accepted]).toEqual(['stopped', 0, generated]);
  });

  test('ends with its duration, at any rate', async () => {
    const lines: string[] = [];
    const write = (given: Uint8Array): void => void lines.push(new TextDecoder().decode(given));
    const log = { ...options(), destination: 'log', settings: {}, write } as const;
    const counted = await stream({ ...log, eps: 20, duration: '300ms' }).done;
    expect([counted.reason, counted.accepted, lines.join('').split('\n').length]).toEqual(['limit', 6, 7]);
    const endless = await stream({ ...log, eps: 'max', duration: '50ms', write: () => undefined }).done;
    expect(endless.reason).toBe('limit');
  });

  test.each([
    [{ destination: 'htp' }, /Unknown destination "htp"\. Names: tinybird/],
    [{ settings: {} }, /settings\.url: /],
    [{ delivery: { attempt: 1 } }, /Unknown key delivery\.attempt\. Did you mean attempts\?/],
    [{ format: 'cvs' }, /^format: Unknown format cvs\. Use json or csv/],
    [{ format: { name: 'csv', delimit: ';' } }, /^Unknown key format\.delimit\. Settings of csv: delimiter/],
    [{ format: { name: 'csv', line: 'x' } }, /^format\.line needs format text$/],
    [{ format: 7 as unknown as string }, /^format must be a name, such as "csv"/],
    [{ schema: null as unknown as string }, /^A schema must be an object/],
    [{ limit: 1.5, faults: { malformed: { share: 2 } } }, /limit [\s\S]*faults\.malformed/],
    [{ sead: 4 }, /^Unknown key sead\. Did you mean seed\?$/],
    [
      { settings: { url: 'http://127.0.0.1', metod: 'PUT' } },
      /^Unknown key settings\.metod\. Did you mean method\?$/,
    ],
    [{ zzz: 4 }, /^Unknown key zzz\. Valid keys: .*\bseed\b.*\bdelivery\b.*\bonError\b/],
    [{ batchRows: 4 }, /^Unknown key batchRows\. Did you mean delivery\.batchRows\?$/],
  ])('with %j rejects with what is wrong', async (wrong, message) => {
    // What programs without types may pass.
    const { done } = stream({ ...options(), ...wrong } as SendStreamOptions);
    await expect(done).rejects.toThrow(message);
    await expect(done).rejects.toBeInstanceOf(OptionsError);
  });

  test.each([
    ['nothing listens on', 'ECONNREFUSED', () => unusedUrl],
    ['fetch never connects to', 'ERR_BLOCKED_PORT', () => 'http://127.0.0.1:9/'],
  ])('to a port that %s fails for certain, with a hint for programs', async (_name, code, at) => {
    const delivery = { attempts: 1 };
    const sent = { ...options(), settings: { url: at() }, delivery, eps: 'max' as const, limit: 3 };
    const { reason, failed, uncertain, error } = await stream(sent).done;
    expect({ reason, failed, uncertain }).toEqual({ reason: 'failed', failed: 3, uncertain: 0 });
    expect(error).toMatchObject({ kind: 'network', code });
    expect(error?.hint).not.toContain('Browsers');
    expectTypeOf<Extract<StreamResult, { reason: 'failed' }>['error']>().toEqualTypeOf<DeliveryError>();
  });

  test('tells what to do by the keys of its options, and a failed start by its class', async () => {
    const hint = 'Use --conflict skip, lower --in-flight, or set CATBIRD_ACME_API_KEY.';
    const failure = new DeliveryError('rejected', 'No', { hint });
    const destination: Destination<object> = {
      ...log,
      command: 'acme',
      config: z.object({ conflict: z.optional(z.string()), apiKey: z.optional(z.string()) }),
      open: () => Promise.resolve({ send: () => Promise.reject(failure), close: () => Promise.resolve() }),
    };
    const errors: (string | undefined)[] = [];
    const given = { ...options(), destination, settings: {}, eps: 'max', limit: 3 } as const;
    const { error } = await stream({ ...given, onError: (each) => errors.push(each.hint) }).done;
    const told = 'Use settings.conflict skip, lower delivery.inFlight, or set settings.apiKey.';
    expect([error?.hint, ...errors]).toEqual([told, told]);
    const closed = { ...destination, open: () => Promise.reject(failure) };
    const { done } = stream({ ...given, destination: closed });
    await expect(done).rejects.toBeInstanceOf(DeliveryError);
    await expect(done).rejects.toMatchObject({ hint: told });
  });
});

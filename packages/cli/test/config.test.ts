import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Validator } from '@cfworker/json-schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { settingsOf } from '@catbird/send';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { withServices } from '../../../test/ports.ts';
import type { Service } from '../../../test/services/service.ts';
import { startTinybird } from '../../../test/services/tinybird.ts';
import { destinations } from '../src/destinations/list.ts';
import { jsonLines } from './catbird.ts';
import { here } from './here.ts';

const EXAMPLES = fileURLToPath(new URL('../../../examples/', import.meta.url));

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-config-'))));
afterAll(() => rm(folder, { recursive: true }));

let service: Service | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

async function written(name: string, content: unknown): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

test('a config runs with a secret from the environment, which is never shown', async () => {
  service = await startTinybird({ token: 'p.secret-of-a-config' });
  await written('schema.json', { id: { type: 'string.uuid' } });
  const file = await written('stream.json', {
    destination: 'tinybird',
    settings: { endpoint: service.url, datasource: 'events', token: '${TB_TOKEN}', wait: true },
    schema: 'schema.json',
    eps: 'max',
    limit: 30,
    seed: 42,
    delivery: { attempts: 2, timeout: '5s', onFailure: 'continue' },
    thresholds: { maxFailureRate: 0.5 },
  });
  const env = { TB_TOKEN: 'p.secret-of-a-config' };
  const ended = await here(['run', file, '--json', '--logs'], { env });
  expect(ended.code).toBe(0);
  expect(jsonLines(ended.err).at(-1)).toMatchObject({ type: 'summary', accepted: 30, seed: '42' });
  expect(ended.err).not.toContain('secret-of-a-config');
  expect(service.requests[0]?.query['wait']).toBe('true');
  const sample = await here(['sample', '--schema', join(folder, 'schema.json'), '-n', '30', '--seed', '42']);
  expect(service.rows).toEqual(jsonLines(sample.out));
});

test('a config may be YAML, and --set overrides it', async () => {
  const file = await written(
    'stream.yaml',
    'destination: log\nlimit: 5\neps: max\nseed: 1\nschema:\n  id: { type: string.uuid }\n',
  );
  const { code, out } = await here(['run', file, '--set', 'limit=7', '--set', 'seed="x"', '--quiet']);
  expect(code).toBe(0);
  expect(jsonLines(out)).toHaveLength(7);
  const flags = ['log', '--schema', '-', '--seed', 'x', '--eps', 'max', '--limit', '7', '--quiet'];
  expect((await here(flags, { input: '{"id": {"type": "string.uuid"}}' })).out).toBe(out);
});

test('a dataset file is relative to the config that contains its schema', async () => {
  await written('cities.csv', 'city,zip\nBern,3000\nChur,7000\n');
  const file = await written('cities.json', {
    destination: 'log',
    limit: 20,
    eps: 'max',
    schema: { place: { type: 'catbird.dataset', params: { file: 'cities.csv' } } },
  });
  const { code, out, err } = await here(['run', file, '--quiet']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(new Set(jsonLines(out).map((row) => (row as { place: { city: string } }).place.city))).toEqual(
    new Set(['Bern', 'Chur']),
  );
});

test('a config that contains itself, or is far too large, is rejected', async () => {
  const many = Array.from({ length: 3000 }, (_, n) => `k${n}`);
  for (const [name, text, why] of [
    ['itself.yaml', 'destination: log\nschema: &a {a: *a}\n', 'or a value contains itself'],
    ['anchors.yaml', many.map((key) => `${key}: &${key} 1`).join('\n'), 'more than 1,000 anchors'],
    ['keys.yaml', many.map((key) => `${key}: 1`).join('\n'), '2,980 more unknown keys'],
    [
      'deep.json',
      `{"schema":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_001)}`,
      'nested deeper than 64 levels',
    ],
  ] as const) {
    const { code, out, err } = await here(['run', await written(name, text)]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(why);
    expect(err).not.toMatch(/\n\s+at /);
  }
});

test('all problems of a config are reported at once', async () => {
  const file = await written('wrong.json', {
    destination: 'tinybird',
    settings: { tokn: 'x', datasource: '${NOT_SET}' },
    epps: 3,
    eps: -1,
    limit: 1.5,
    delivery: { attemps: 3, timeout: 'soon' },
    template: 'Flappybird',
    schema: {},
  });
  const { code, out, err } = await here(['run', file]);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  for (const words of [
    'Unknown key epps. Did you mean eps?',
    'Unknown key settings.tokn. Did you mean token?',
    'Unknown key delivery.attemps. Did you mean attempts?',
    'eps must be a number above 0, or max',
    'limit must be a whole number',
    'delivery.timeout must be a duration',
    'Use either template or schema, not both',
    'settings.datasource: environment variable NOT_SET is not set',
  ])
    expect(err).toContain(words);
});

test.each([
  ['[]', 'A config must be an object'],
  ['null', 'A config must be an object'],
  ['{', 'standard input:1:1: error: Unclosed {'],
  ['{"destination": "logg"}', 'Unknown destination "logg". Did you mean log?'],
  ['{"destination": "stdout"}', 'Unknown destination "stdout". Did you mean log?'],
  ['{"destination": "kinesis"}', 'Unknown destination "kinesis". Did you mean aws-kinesis?'],
  ['{"destination": {"type": "kafka"}}', 'destination must be a name, such as "kafka". Its settings belong'],
  ['{"destination": {"kafka": {"topic": "t"}}}', 'destination must be a name, such as "kafka".'],
  ['{"destination": 5}', 'destination must be a name, such as "log".'],
  ['{"destination": "log", "rate": 5}', 'For 5 events a second, write eps: 5'],
  ['{"streams": [{"destination": "log"}]}', 'streams must be an object: write each stream under its name'],
  [
    '{"id": {"type": "string.uuid"}}',
    'This is a schema, not a config. Put it under schema, next to a destin',
  ],
  ['{"ab": 5}', 'Unknown key ab. Valid keys: $schema, streams'],
  ['{}', 'destination is missing'],
  ['{"destination": "ably", "settings": {"channelId": "x"}}', 'settings.apiKey: Required'],
  ['{"destination": "log", "schema": {"a": {"type": "nuber.int"}}}', 'standard input:1:49: error'],
])('the config %s is rejected: %s', async (input, words) => {
  const { code, out, err } = await here(['run', '-'], { input });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(words);
  expect(err).not.toMatch(/\n\s+at /);
});

const schemaOf = async (...flags: readonly string[]): Promise<object> => {
  const { code, out } = await here(['config-schema', ...flags]);
  expect(code).toBe(0);
  return JSON.parse(out) as object;
};

/** All references in a schema. */
const referencesIn = (value: unknown): readonly string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, each]) =>
        key === '$ref' && typeof each === 'string' ? [each] : referencesIn(each),
      );

test.each(['config', 'schema', 'verify-report'])(
  'config-schema --of %s is valid JSON Schema, whose references lead somewhere',
  async (of) => {
    const schema = (await schemaOf('--of', of)) as { readonly $defs?: object };
    const ajv = new Ajv2020({ strict: false, logger: false });
    expect(ajv.validateSchema(schema), JSON.stringify(ajv.errors)).toBe(true);
    const known = Object.keys(schema.$defs ?? {}).map((name) => `#/$defs/${name}`);
    expect(referencesIn(schema).filter((each) => !known.includes(each))).toEqual([]);
  },
);

test('config-schema includes every setting of every destination, but commands', async () => {
  const schema = (await schemaOf()) as {
    properties: { destination: { enum: string[] } };
    allOf: {
      if: { properties: { destination: { const: string } } };
      then: { properties: { settings: { properties: object } } };
    }[];
  };
  for (const destination of destinations) {
    expect(schema.properties.destination.enum).toContain(destination.command);
    const branch = schema.allOf.find((each) => each.if.properties.destination.const === destination.command);
    expect(Object.keys(branch?.then.properties.settings.properties ?? {})).toEqual(
      settingsOf(destination)
        .filter(({ isCommand }) => isCommand !== true)
        .map(({ name }) => name),
    );
  }
});

describe('a validator with the printed JSON Schema', () => {
  const LOG = { destination: 'log' };
  let isConfig: (config: unknown) => boolean;
  beforeAll(async () => {
    const validator = new Validator(await schemaOf(), '2020-12');
    isConfig = (config) => validator.validate(config).valid;
  });

  const examples = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' });
  test.each(examples.filter((name) => name.endsWith('.yaml')))('accepts examples/%s', async (name) => {
    const text = await readFile(join(EXAMPLES, name), 'utf8');
    for (const each of [text, withServices(text)]) expect(isConfig(parse(each, { merge: true }))).toBe(true);
  });

  test.each([
    [LOG],
    [{ ...LOG, $schema: './catbird.schema.json', seed: 42, eps: 0.5, limit: -1, duration: '1h30m' }],
    [{ ...LOG, eps: 'max', schema: 'schema.json', delivery: { attempts: 2 }, thresholds: { minRate: 1 } }],
    [{ ...LOG, schema: { a: { type: 'number.int', params: { min: 1 } } } }],
    [{ ...LOG, faults: { dropped: { share: 0.1 }, late: { share: 0.1, delayMs: { mean: 5 } } } }],
    [{ ...LOG, faults: { late: { share: 0.1, delay: { min: '5s', max: 9000 } } } }],
    [{ destination: 'tinybird', settings: { datasource: 'x', token: '${TOKEN}', wait: true } }],
    [{ streams: { a: LOG, 'b-2': { destination: 'file', settings: { path: 'x' }, eps: 5 } } }],
    [{ ...LOG, from: '-30d', to: 'now', speed: 'max', future: true, arrivals: 'poisson', disorder: '5s' }],
    [
      {
        ...LOG,
        from: '2026-01-01',
        speed: 144,
        rate: 'business day',
        changes: [['2026-01-01T01:00:00Z', 5]],
      },
    ],
    [
      {
        ...LOG,
        rate: {
          stages: [
            ['0s', 0],
            [600, 5],
          ],
          day: { low: 0, high: 2, top: '14:00' },
          offset: '+01:00',
        },
      },
    ],
    [{ ...LOG, rate: { preset: 'business day', bursts: [{ every: '3h', for: '5m', times: 6, jitter: 1 }] } }],
    [{ ...LOG, onStreamFailure: 'continue', eps: 5, streams: { a: {}, b: { template: 'Flappybird' } } }],
    [{ destinations: ['log', { destination: 'file', settings: { path: 'x' }, delivery: { attempts: 2 } }] }],
    [{ streams: { a: { destinations: ['log'], delivery: { deadLetter: 'dead' } } } }],
    [{ destinations: ['log', { destination: 'file', settings: { path: 'x' } }], streams: { a: {} } }],
    [{ destination: 'http', streams: { a: { settings: { url: 'http://127.0.0.1:9' } } } }],
  ])('accepts %j', (config) => {
    expect(isConfig(config)).toBe(true);
  });

  test.each([
    [[]],
    [{}],
    [{ destination: 'lgo' }],
    [{ ...LOG, epps: 1 }],
    [{ destinations: [] }],
    [{ destinations: ['lgo'] }],
    [{ destinations: [{ settings: {} }] }],
    [{ destinations: [{ ...LOG, eps: 5 }] }],
    [{ ...LOG, eps: 0 }],
    [{ ...LOG, eps: 'fast' }],
    [{ ...LOG, limit: 0 }],
    [{ ...LOG, duration: 'soon' }],
    [{ ...LOG, delivery: { attemps: 1 } }],
    [{ ...LOG, arrivals: 'random' }],
    [{ ...LOG, from: '2026-01-01', speed: 0 }],
    [{ ...LOG, future: 'yes' }],
    [{ ...LOG, changes: [5] }],
    [{ ...LOG, rate: 5 }],
    [{ ...LOG, rate: { dya: [] } }],
    [{ ...LOG, rate: { day: [1, 2] } }],
    [{ ...LOG, rate: { stages: [['soon', 5]] } }],
    [{ ...LOG, rate: { bursts: [{ every: '1h', for: '1m', times: -1 }] } }],
    [{ ...LOG, faults: { dropped: { share: 2 } } }],
    [{ ...LOG, faults: { lost: {} } }],
    [{ ...LOG, faults: { late: { share: 0.1, delay: { mean: 'soon' } } } }],
    [{ ...LOG, faults: { late: { share: 0.1 } } }],
    [{ ...LOG, schema: { a: {} } }],
    [{ ...LOG, schema: { a: { type: 'number.int', nulls: 2 } } }],
    [{ destination: 'tinybird', settings: { tokn: 'x' } }],
    [{ destination: 'http' }],
    [{ destination: 'kafka', settings: { brokers: 'localhost:9092' } }],
    [{ destinations: ['log', 'kafka'] }],
    [{ destinations: [{ destination: 's3', settings: { region: 'eu-west-1' } }] }],
    [{ streams: { a: { destination: 'http', settings: {} } } }],
    [{ streams: {} }],
    [{ streams: { a: {} } }],
    [{ streams: { a: { ...LOG, seed: 1 } } }],
    [{ streams: { 'a b': LOG } }],
    [{ streams: { a: { destination: 'file', settings: { pth: 'x' } } } }],
    [{ ...LOG, onStreamFailure: 'cry', streams: { a: {} } }],
  ])('rejects %j, as the command line does', async (config) => {
    expect(isConfig(config)).toBe(false);
    const { code } = await here(['run', '-'], { input: JSON.stringify(config) });
    expect(code).toBe(2);
  });
});

test('config-schema --of schema is the JSON Schema of schema files', async () => {
  const validator = new Validator(await schemaOf('--of', 'schema'), '2020-12');
  expect(validator.validate({ a: { type: 'person.fullName', count: 2 } }).valid).toBe(true);
  expect(validator.validate({ a: { count: 2 } }).valid).toBe(false);
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { destinations, settingsOf } from '@catbird/core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Service } from '../../../test/services/service.ts';
import { startTinybird } from '../../../test/services/tinybird.ts';
import { catbird, jsonLines } from './catbird.ts';

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

test('a config streams as it says, with a secret from the environment that is never shown', async () => {
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
  const ended = await catbird(['run', file, '--json', '--logs'], { env });
  expect(ended.code).toBe(0);
  expect(jsonLines(ended.err).at(-1)).toMatchObject({ type: 'summary', accepted: 30, seed: '42' });
  expect(ended.err).not.toContain('secret-of-a-config');
  expect(service.requests[0]?.query['wait']).toBe('true');
  const sample = await catbird([
    'sample',
    '--schema',
    join(folder, 'schema.json'),
    '-n',
    '30',
    '--seed',
    '42',
  ]);
  expect(service.rows).toEqual(jsonLines(sample.out));
});

test('YAML says the same, and --set changes it', async () => {
  const file = await written(
    'stream.yaml',
    'destination: log\nlimit: 5\neps: max\nseed: 1\nschema:\n  id: { type: string.uuid }\n',
  );
  const { code, out } = await catbird(['run', file, '--set', 'limit=7', '--set', 'seed="x"', '--quiet']);
  expect(code).toBe(0);
  expect(jsonLines(out)).toHaveLength(7);
  const flags = ['log', '--schema', '-', '--seed', 'x', '--eps', 'max', '--limit', '7', '--quiet'];
  expect((await catbird(flags, { input: '{"id": {"type": "string.uuid"}}' })).out).toBe(out);
});

test('everything that is wrong with a config is said at once', async () => {
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
  const { code, out, err } = await catbird(['run', file]);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  for (const words of [
    'There is no key epps here. Did you mean eps?',
    'There is no key settings.tokn here. Did you mean token?',
    'There is no key delivery.attemps here. Did you mean attempts?',
    'eps must be a number above 0, or max',
    'limit must be a whole number',
    'delivery.timeout must be a time',
    'Give template or schema, not both',
    'settings.datasource: the environment variable NOT_SET is not set',
  ])
    expect(err).toContain(words);
});

test.each([
  ['[]', 'A config must be an object'],
  ['null', 'A config must be an object'],
  ['{', 'Could not read the config'],
  ['{"destination": "logg"}', 'There is no destination "logg". Did you mean log?'],
  ['{}', 'destination is missing'],
  ['{"destination": "ably", "settings": {"channelId": "x"}}', 'settings.apiKey: Required'],
  ['{"destination": "log", "schema": {"a": {"type": "nuber.int"}}}', '-: schema:3:13: error'],
])('the config %s is refused with what to do', async (input, words) => {
  const { code, out, err } = await catbird(['run', '-'], { input });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(words);
  expect(err).not.toMatch(/\n\s+at /);
});

test('config-schema knows every setting of every destination', async () => {
  const { code, out } = await catbird(['config-schema']);
  expect(code).toBe(0);
  const schema = JSON.parse(out) as {
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
      settingsOf(destination).map(({ name }) => name),
    );
  }
});

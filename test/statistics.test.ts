import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messagesOf, readTimeline } from '@catbird/engine';
import { askedShares, compile, findTemplate, loadData, parseSchema, type Schema } from '@catbird/core';
import { streamStatistics } from '@catbird/core/statistics';
import { parseTime } from '@catbird/core/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyNth } from './long.ts';
import { profileOf } from '../apps/web/src/worker/profile.ts';
import { here } from '../packages/cli/test/here.ts';

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-statistics-'))));
afterAll(() => rm(folder, { recursive: true }));

const DAY = { from: '2026-01-05', to: '2026-01-06' } as const;
const EPS = 2;

async function schemaOf(text: string): Promise<Schema> {
  const parsed = parseSchema(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  await loadData(parsed.schema);
  return parsed.schema;
}

function ofLibrary(schema: Schema) {
  const nowMs = Date.now();
  const time = parseTime(DAY, { eps: EPS, nowMs, isJourney: schema.journey !== undefined });
  if (!time.ok || time.timing === undefined) throw new Error('There are no times');
  const { timing } = time;
  const read = readTimeline(schema, timing, '42');
  if (!read.ok) throw new Error(messagesOf(read.issues).join('. '));
  return streamStatistics({
    writer: compile(schema, { seed: '42' }),
    time: read.value,
    computed: { timing, timeline: read.value },
    nowMs,
    asked: askedShares(schema),
  });
}

describe.each(everyNth(2, ['Online Shop', 'Flight Bookings']))('%s has the same figures', (template) => {
  const text = findTemplate(template)?.text ?? '';

  test('in the library, in the page and on the command line', async () => {
    const schema = await schemaOf(text);
    const expected: unknown = JSON.parse(JSON.stringify(ofLibrary(schema)));
    const time = { settings: DAY, eps: EPS };
    const source = { text: { content: text, lenient: false }, seed: '42', time };
    const [page] = [...profileOf(source, schema, { nowMs: Date.now(), elapsed: () => 0 })].filter(Boolean);
    expect(JSON.parse(JSON.stringify(page?.statistics))).toEqual(expected);
    const options = ['--from', DAY.from, '--to', DAY.to, '--eps', String(EPS), '--seed', '42', '--json'];
    const { code, out } = await here(['stats', '--template', template, ...options]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual(expected);
  });
});

test('a config has the figures of its stream', async () => {
  const file = join(folder, 'shop.json');
  const config = { destination: 'log', template: 'Online Shop', seed: '42', eps: EPS, ...DAY };
  await writeFile(file, JSON.stringify(config));
  const { code, out, err } = await here(['stats', '--config', file, '--json']);
  expect({ code, err }).toEqual({ code: 0, err: 'Seed 42\n' });
  const schema = await schemaOf(findTemplate('Online Shop')?.text ?? '');
  expect(JSON.parse(out)).toEqual(JSON.parse(JSON.stringify(ofLibrary(schema))));
});

test('rows that were printed have the figures of the stream', async () => {
  const options = ['--template', 'Flight Bookings', '--from', '2026-01-05', '--eps', '1', '--seed', '7'];
  const rows = await here(['sample', ...options, '-n', '2000', '--quiet']);
  const file = join(folder, 'rows.ndjson');
  await writeFile(file, rows.out);
  const ofFile = JSON.parse((await here(['stats', file, '--json'])).out) as { fields: object[] };
  const piped = await here(['stats', '-', '--json'], { input: rows.out });
  expect(JSON.parse(piped.out)).toEqual(ofFile);
  // As many rows as the stream has until then, so that all of them are read.
  const to = ['--to', '2026-01-05T00:33:20Z'];
  const { out } = await here(['stats', ...options, ...to, '-n', '2000', '--json']);
  const { fields } = JSON.parse(out, (key, value: unknown) => (key === 'asked' ? undefined : value)) as {
    fields: object[];
  };
  expect(fields).toEqual(ofFile.fields);
});

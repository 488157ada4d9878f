import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messagesOf } from '@catbird/engine';
import { parseText } from '@catbird/stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { everyNth, longOnly } from './long.ts';
import { checkConfig } from '../apps/web/src/worker/check-config.ts';
import { examine } from '../apps/web/src/worker/examine.ts';
import { readConfig } from '../apps/web/src/worker/read-config.ts';
import { readConfig as readInTerminal } from '../packages/cli/src/config/read-config.ts';
import { sampleRows } from '../packages/cli/src/commands/sample.ts';
import type { Terminal } from '../packages/cli/src/terminal.ts';
import { ROOT } from './sources.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const SEED = '42';
const ROWS = 60;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterEach(() => void vi.useRealTimers());

/** Their journeys take as long as those of all others together. */
const SLOW = ['calls.yaml', 'customers.yaml'];
const found = readdirSync(join(ROOT, 'examples')).filter((name) => name.endsWith('.yaml'));
const fast = found.filter((name) => !SLOW.includes(name));
const examples = [...everyNth(4, fast), ...longOnly(SLOW)];

/** Files that a config of the examples names. */
const filesBeside = (file: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(join(ROOT, 'examples', file, '..'), { encoding: 'utf8' })
      .filter((name) => /\.(csv|json|ndjson)$/.test(name))
      .map((name) => [name, readFileSync(join(ROOT, 'examples', file, '..', name), 'utf8')]),
  );

/** The first rows of a stream, as `catbird sample` prints them. */
async function sampled(file: string, stream: string | undefined): Promise<readonly string[]> {
  let printed = '';
  const { signal } = new AbortController();
  const terminal: Terminal = {
    env: { TB_TOKEN: 'p.token' },
    out: {
      isTerminal: false,
      write: async (data) => void (printed += typeof data === 'string' ? data : Buffer.from(data).toString()),
    },
    err: { isTerminal: false, columns: 80, rows: 24, colour: false, write: () => undefined },
    readInput: async () => '',
    inputBytes: () => process.stdin,
    interrupt: { stop: signal, abort: signal, takeSecond: () => undefined, release: () => undefined },
  };
  const asked = { config: file, stream, limit: ROWS, seed: SEED };
  const lines = await sampleRows(asked, () => undefined, terminal);
  expect(lines).toEqual({ ok: true });
  return printed.trimEnd().split('\n');
}

describe.each(examples)('%s', (name) => {
  test('has the same rows in the page as in the terminal, to the byte', async () => {
    const file = join(ROOT, 'examples', name);
    const text = readFileSync(file, 'utf8');
    const config = await readConfig(text, name);
    if (!config.ok) throw new Error(messagesOf(config.issues).join('\n'));
    const request = { name, text, files: filesBeside(name), seed: SEED, nowMs: NOW };
    const check = await checkConfig(request, (stream) => examine({ ...stream, rows: ROWS }));
    expect(check.issues).toEqual([]);
    for (const stream of config.streams) {
      const found = check.streams.get(stream.name);
      if (found?.kind !== 'ready') throw new Error(`${stream.name}: ${JSON.stringify(found)}`);
      // oxlint-disable-next-line no-await-in-loop -- the clock is shared
      expect(found.stream.lines).toEqual(await sampled(file, stream.name === '' ? undefined : stream.name));
    }
  });
});

/** Configs with problems. */
const WRONG: readonly string[] = [
  '{}',
  '[]',
  '{"destination": "lgo"}',
  '{"destination": "log", "epps": 1}',
  '{"destination": "log", "eps": "fast", "delivery": {"attempts": 0}}',
  '{"destination": "http", "settings": {"urll": "x"}}',
  '{"destination": "log", "faults": {"late": {"share": 2}}}',
  '{"destination": "log", "streams": {"a b": {}, "c": {"seed": 1, "startAfter": "d"}}}',
  '{"destination": "log", "schema": {}, "template": "x", "entities": 5}',
];

test.each(WRONG)('%s has the same problems in both, and the page has their places', async (text) => {
  const value = await parseText(text, 'x.json');
  const printed = readInTerminal(value, 'x.json', {}, text);
  const page = await readConfig(text, 'x.json');
  if (printed.ok || page.ok) throw new Error('No problems');
  expect(messagesOf(page.issues)).toEqual(messagesOf(printed.issues));
});

test('a problem is at what it names', async () => {
  const text = 'destination: log\nstreams:\n  a:\n    eps: fast\n    epz: 1\n    startAfter: b\n';
  const page = await readConfig(text, 'shop.yaml');
  if (page.ok) throw new Error('No problems');
  expect(page.issues.map(({ message: line, at }) => [line.slice(0, 30), at?.line, at?.column])).toEqual([
    ['Unknown key streams.a.epz. Did', 5, 5],
    ['streams.a.eps must be a number', 4, 10],
    ['streams.a.startAfter: Unknown ', 6, 17],
  ]);
});

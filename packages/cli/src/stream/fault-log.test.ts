import { compile, newBatch, parseSchema, withFaults, type Faults } from '@catbird/core';
import { expect, test } from 'vitest';
import { newFaultLog } from './fault-file.ts';

const parsed = parseSchema('{"n": {"type": "catbird.sequence"}}');
if (!parsed.ok) throw new Error('Invalid schema');
const plain = compile(parsed.schema, { seed: 1 });

test('a change of the settings has its line before the faults of the rows from there on, and counts as no fault', () => {
  let written = '';
  const log = newFaultLog((row) => row);
  const initial: Faults = { reordering: { window: 10 } };
  const rows = withFaults(plain, initial, { seed: 1, onFault: log.note, onChange: log.note });
  const fill = (first: number, count: number): unknown =>
    rows.fill(newBatch(), { first, count, time: { startMs: 0, stepMs: 0 } });
  log.to((text) => (written += text));
  fill(0, 13);
  const change = rows.change(13, { malformed: { share: 1 } });
  expect(change.position).toBe(20);
  fill(13, 20);
  log.upTo(30);
  const lines = written.trimEnd().split('\n');
  const entries = lines.map((line) => JSON.parse(line) as { position: number; kind?: string });
  expect(entries.filter(({ kind }) => kind === undefined)).toEqual([change]);
  const kinds = entries.map(({ position, kind }) => [kind, position < 20]);
  const at = kinds.findIndex(([kind]) => kind === undefined);
  expect(kinds.slice(0, at).every(([kind, isBefore]) => kind === 'reordered' && isBefore)).toBe(true);
  expect(kinds.slice(at + 1)).toEqual(Array.from({ length: 10 }, () => ['malformed', false]));
  expect(log.counts).toMatchObject({ malformed: 10, reordered: at, dropped: 0 });
});

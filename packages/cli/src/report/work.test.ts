import { expect, test } from 'vitest';
import { newWork } from './work.ts';

test('work shows rows, rate and time left after two seconds, and then makes room; nothing if nobody watches', () => {
  let [nowMs, shown] = [0, ''];
  const messages = (isTerminal: boolean) => ({
    isTerminal,
    columns: 100,
    rows: 24,
    colour: false,
    write: (...parts: readonly (string | { readonly controlSequence: string })[]) => {
      shown += parts.map((part) => (typeof part === 'string' ? part : part.controlSequence)).join('');
    },
  });
  const work = newWork(messages(true), 'Reading a.csv', { now: () => nowMs });
  work.at(500_000, 0.1);
  expect(shown).toBe('');
  nowMs = 4000;
  work.at(1_000_000, 0.25);
  expect(shown).toContain('Reading a.csv: ━━━━━╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌ 25 % 1,000,000 rows, 250,000/s, 12.0 s left');
  nowMs = 5000;
  work.at(1_250_000);
  expect(shown.endsWith('\r\u001B[2KReading a.csv: 1,250,000 rows, 250,000/s')).toBe(true);
  work.end();
  expect(shown.endsWith('\r\u001B[2K')).toBe(true);
  expect(newWork(messages(false), '').isSeen).toBe(false);
  expect(newWork(messages(true), '', { quiet: true }).isSeen).toBe(false);
});

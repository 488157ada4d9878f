import type { RateChange } from '@catbird/engine';
import { expect, test } from 'vitest';
import type { RunReport } from '../worker/report-protocol.ts';
import { addMarks, marksFrom, type Marks } from './marks.ts';

interface Told {
  readonly second: number;
  readonly to?: RateChange['to'];
  readonly isPaused?: boolean;
}

const reportOf = ({ second, to, isPaused = false }: Told): RunReport =>
  ({
    elapsedMs: second * 1000 + 50,
    changes: to === undefined ? [] : [{ second, change: { atMs: 0, to } }],
    time: { isPaused },
  }) as unknown as RunReport;

const after = (...told: readonly Told[]): Marks =>
  told.reduce((marks, each) => addMarks(marks, reportOf(each), '200/s'), marksFrom('planned'));
const texts = (...told: readonly Told[]): string[] => after(...told).list.map(({ text }) => text);

test('a change names the rates before and after', () => {
  expect(after({ second: 84.2, to: 400 }, { second: 180, to: 250 }).list).toEqual([
    { second: 84.2, text: '200 → 400/s' },
    { second: 180, text: '400 → 250/s' },
  ]);
});

test('the same rate again is no change', () => {
  expect(texts({ second: 1, to: 200 }, { second: 2, to: 'planned' }, { second: 3 })).toEqual([]);
});

test('a pause and its end are marked once, whether or not the data have a gap', () => {
  const live = [
    { second: 1, to: 0, isPaused: true },
    { second: 2, isPaused: true },
    { second: 5, to: 'planned' },
  ] as const;
  expect(texts(...live)).toEqual(['Paused', 'Resumed']);
  expect(texts({ second: 1, isPaused: true }, { second: 5 })).toEqual(['Paused', 'Resumed']);
});

test('a pause that ends at another rate says the rate', () => {
  expect(texts({ second: 1, to: 0, isPaused: true }, { second: 5, to: 400 })).toEqual([
    'Paused',
    '200 → 400/s',
  ]);
});

test('a curve has no single rate', () => {
  const curve = { day: { low: 0, high: 2, topMs: 0 } };
  expect(texts({ second: 1, to: curve }, { second: 2, to: curve }, { second: 3, to: 'planned' })).toEqual([
    '200/s → curve',
    'Another curve',
    'curve → 200/s',
  ]);
});

test('a report without changes leaves the marks as they are', () => {
  const marks = after({ second: 1, to: 400 });
  expect(addMarks(marks, reportOf({ second: 2 }), '200/s')).toEqual(marks);
});

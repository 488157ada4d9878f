import { parseFaults } from '@catbird/core';
import { expect, test } from 'vitest';
import { checkFaults, FAULTS, faultsText, readFaults } from './faults.ts';

test('empty fields mean no faults', () => {
  expect(checkFaults()).toEqual({ ok: true, faults: undefined });
  expect(checkFaults({ duplicates: ' ', late: '0' })).toEqual({ ok: true, faults: undefined });
});

test('percentages of the form become shares that the engine accepts', () => {
  const checked = checkFaults({
    duplicates: '1',
    late: '0.1',
    reordering: '50',
    malformed: '2.5',
    dropped: '90',
  });
  const faults = {
    duplicates: { share: 0.01 },
    late: { share: 0.001, delayMs: { mean: 60_000 } },
    reordering: { window: 50 },
    malformed: { share: 0.025 },
    dropped: { share: 0.9 },
  };
  expect(checked).toEqual({ ok: true, faults });
  expect(parseFaults(faults).ok).toBe(true);
});

test('all invalid fields are reported at once', () => {
  expect(checkFaults({ duplicates: '91', late: 'x', reordering: '1.5', malformed: '-1' })).toEqual({
    ok: false,
    issues: [
      { path: ['duplicates'], message: 'Must be a number from 0 to 90' },
      { path: ['late'], message: 'Must be a number from 0 to 100' },
      { path: ['reordering'], message: 'Must be a whole number from 2 to 1,000,000' },
      { path: ['malformed'], message: 'Must be a number from 0 to 100' },
    ],
  });
});

test.each([
  ['duplicates', 90, (share: number) => ({ duplicates: { share: share / 100 } })],
  ['late', 100, (share: number) => ({ late: { share: share / 100, delayMs: { mean: 1000 } } })],
  ['reordering', 1_000_000, (window: number) => ({ reordering: { window } })],
  ['malformed', 100, (share: number) => ({ malformed: { share: share / 100 } })],
  ['dropped', 90, (share: number) => ({ dropped: { share: share / 100 } })],
] as const)('%s has the same maximum in the form and in the engine: %d', (name, most, engine) => {
  expect(checkFaults({ [name]: String(most) }).ok).toBe(true);
  expect(checkFaults({ [name]: String(most + 1) })).toMatchObject({ issues: [{ path: [name] }] });
  expect(parseFaults(engine(most)).ok).toBe(true);
  expect(parseFaults(engine(most + 1)).ok).toBe(false);
});

test('a link restores faults and ignores unknown ones', () => {
  const values = { duplicates: '1', reordering: '100' };
  expect(readFaults(faultsText(values))).toEqual(values);
  expect(faultsText({})).toBeUndefined();
  expect(readFaults('duplicates:1,__proto__:2,nothing:3,')).toEqual({ duplicates: '1' });
  expect(FAULTS).toHaveLength(5);
});

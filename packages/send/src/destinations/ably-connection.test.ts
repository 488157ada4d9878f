import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testData } from '../../../../scripts/data.js';
import { hintForAblyCode, kindOfAblyCode } from './ably-connection.ts';
import type { DeliveryErrorKind } from './error.ts';

// Ably's own list of codes.
const LIST = testData('ably/errors.json') ?? '';

const codes = (): readonly number[] => {
  const list: unknown = JSON.parse(readFileSync(LIST, 'utf8'));
  const inner = typeof list === 'object' && list !== null && 'codes' in list ? list.codes : {};
  return Object.keys(inner ?? {}).map(Number);
};

/** The retryable codes, by kind. */
const LATER: Readonly<Record<string, readonly number[]>> = {
  'rate-limited': [42910, 42911, 42913, 42914, 42917, 42918, 42922, 80021, 90021],
  unavailable: [
    50000, 50001, 50002, 50003, 50004, 50005, 50010, 50205, 50210, 50305, 50306, 50310, 50320, 50330, 50405,
    50410,
  ],
};

test.skipIf(LIST === '')('of all codes in Ably’s list, only these are retryable', () => {
  expect(codes()).toHaveLength(276);
  for (const [kind, expected] of Object.entries(LATER))
    expect(codes().filter((code) => kindOfAblyCode(code) === kind)).toEqual(expected);
});

test.skipIf(LIST === '')('every code of credentials, permission and accounts is "auth"', () => {
  const auth = codes().filter((code) => kindOfAblyCode(code) === 'auth');
  expect(auth).toEqual(codes().filter((code) => code === 40005 || /^40[13]/.test(String(code))));
  expect(auth.length).toBeGreaterThan(50);
});

test.skipIf(LIST === '')('every code that ends a run for credentials, host or rate has a hint', () => {
  const needed = codes().filter((code) =>
    ['auth', 'not-found', 'rate-limited', 'too-large'].includes(kindOfAblyCode(code)),
  );
  // Ably's messages for these say enough.
  expect(needed.filter((code) => hintForAblyCode(code) === undefined)).toEqual([80021, 90021]);
});

test.skipIf(LIST === '')('every hint is for a code in Ably’s list', () => {
  const known = new Set(codes());
  const all = Array.from({ length: 100_000 }, (_, code) => code).filter((code) => !known.has(code));
  const families = [400, 401, 403, 404, 405, 422, 429];
  expect(
    all.filter((code) => hintForAblyCode(code) !== undefined && !families.includes(Math.floor(code / 100))),
  ).toEqual([]);
});

test.each<[number, DeliveryErrorKind, string]>([
  [40009, 'too-large', 'fewer rows may fit'],
  [40034, 'too-large', 'fewer messages may fit'],
  [40010, 'rejected', 'a channel’s name'],
  [40013, 'rejected', 'invalid data'],
  [40101, 'auth', 'wrong credentials'],
  [40160, 'auth', 'missing capability'],
  [40300, 'auth', 'forbidden'],
  [40400, 'not-found', 'not found'],
  [42200, 'rejected', 'a rule rejected the rows'],
  [42920, 'rejected', 'a limit that does not reset'],
  [50006, 'rejected', 'superseded by a newer connection'],
  [99999, 'rejected', 'unknown'],
])('%i is "%s": %s', (code, kind) => {
  expect(kindOfAblyCode(code)).toBe(kind);
});

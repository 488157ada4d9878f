import { expect, test } from 'vitest';
import type { FieldFigure } from '../worker/figures/figures-protocol.ts';
import { chosenFigures } from './figures.tsx';

const figure = (path: string, kind: FieldFigure['kind']): FieldFigure => ({ path, kind }) as FieldFigure;
const FIELDS = [
  figure('country', 'shares'),
  figure('status', 'shares'),
  figure('total', 'numbers'),
  figure('method', 'shares'),
  figure('eur_usd', 'walk'),
  figure('weight', 'numbers'),
];
const paths = (
  fields: readonly FieldFigure[],
  byHand: Readonly<Record<number, string>> = {},
  journey?: string,
): readonly string[] =>
  chosenFigures(
    { fields, ...(journey !== undefined && { journey: { name: journey, states: [], moves: [] } }) },
    byHand,
  ).map(({ path }) => path);

test('the most telling field of each kind is shown', () => {
  expect(paths(FIELDS)).toEqual(['country', 'total', 'eur_usd']);
});

test('without one of a kind, the next most telling takes its place', () => {
  expect(paths(FIELDS.filter(({ kind }) => kind !== 'walk'))).toEqual(['country', 'total', 'status']);
  expect(paths(FIELDS.slice(0, 2))).toEqual(['country', 'status']);
  expect(paths([])).toEqual([]);
});

test('the states of a journey have a figure of their own, unless they are chosen by hand', () => {
  const fields = [figure('status', 'shares'), ...FIELDS.filter(({ path }) => path !== 'status')];
  expect(paths(fields, {}, 'status')).toEqual(['country', 'total', 'eur_usd']);
  expect(paths(fields, { 0: 'status' }, 'status')).toEqual(['status', 'country', 'total']);
});

test('a field chosen by hand stays at its place, and one that the schema lacks is left out', () => {
  expect(paths(FIELDS, { 1: 'weight' })).toEqual(['country', 'weight', 'total']);
  expect(paths(FIELDS, { 2: 'method', 0: 'gone' })).toEqual(['country', 'total', 'method']);
});

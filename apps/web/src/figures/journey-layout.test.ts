import { expect, test } from 'vitest';
import type { JourneyFigure } from '../worker/figures/figures-protocol.ts';
import { layoutOf, STATE } from './journey-layout.ts';

/** Moves as `from>to count asked`. */
function journeyOf(names: readonly string[], moves: readonly string[]): JourneyFigure {
  return {
    name: 'state',
    states: names.map((name, i) => ({ name, rows: 100 - i, waiting: 0 })),
    moves: moves.map((text) => {
      const [way = '', count = '0', asked = '0'] = text.split(' ');
      const [from = '', to = ''] = way.split('>');
      return { from: names.indexOf(from), to: names.indexOf(to), count: Number(count), asked: Number(asked) };
    }),
  };
}

const SHOP = journeyOf(
  ['home', 'search', 'product', 'cart', 'paid'],
  [
    '>home 60 0.6',
    '>product 30 0.3',
    'home>search 30 0.5',
    'home>product 20 0.3',
    'search>product 25 0.6',
    'product>product 12 0.3',
    'product>cart 15 0.2',
    'cart>product 4 0.2',
    'cart>paid 9 0.3',
  ],
);

test('states are in layers from the likeliest beginning, whatever has been counted', () => {
  const layers = (figure: JourneyFigure): readonly string[] =>
    layoutOf(figure, 400).states.map(({ name, y }) => `${name} ${y}`);
  const [home, search, product, cart, paid] = layoutOf(SHOP, 400).states;
  expect(search?.y).toBe(product?.y);
  const rising = [home, search, cart, paid].map((state) => state?.y ?? 0);
  expect(rising).toEqual(rising.toSorted((a, b) => a - b));
  expect(new Set(rising).size).toBe(4);
  const none = { ...SHOP, moves: SHOP.moves.map((move) => ({ ...move, count: 0 })) };
  expect(layers(none)).toEqual(layers(SHOP));
});

test.each([300, 346, 460])('within %d pixels nothing overlaps, and nothing is outside', (width) => {
  const { states, moves, height } = layoutOf(SHOP, width);
  for (const one of states) {
    expect(one.x).toBeGreaterThanOrEqual(0);
    expect(one.x + one.width).toBeLessThanOrEqual(width);
    expect(one.y + STATE.height).toBeLessThanOrEqual(height);
    for (const other of states)
      if (one !== other)
        expect(Math.abs(one.x - other.x) >= one.width || Math.abs(one.y - other.y) >= STATE.height).toBe(
          true,
        );
  }
  const labels = moves.flatMap(({ label }) => label ?? []);
  expect(labels.length).toBeGreaterThan(2);
  for (const one of labels)
    for (const other of labels)
      if (one !== other)
        expect(Math.abs(one.x - other.x) >= 90 || Math.abs(one.y - other.y) >= 20).toBe(true);
});

test('bands are as wide as their counts, and a share is of the rows of its state', () => {
  const { moves } = layoutOf(SHOP, 400);
  const by = new Map(moves.map((move) => [move.key, move]));
  expect(by.get('-1 0')?.thickness).toBe(26);
  expect(by.get('0 1')?.thickness).toBe(13);
  expect(by.get('-1 0')?.share).toBeCloseTo(60 / 90);
  expect(by.get('0 1')?.share).toBeCloseTo(30 / 100);
  expect(by.get('3 2')?.isBack).toBe(true);
});

test('of more than seven states, those with the most rows are shown, and the rest counted', () => {
  const names = Array.from({ length: 12 }, (_, i) => `s${i}`);
  const chain = names.slice(1).map((name, i) => `s${i}>${name} 10 1`);
  const { states, others } = layoutOf(journeyOf(names, ['>s0 10 1', ...chain]), 400);
  expect(states.map(({ name }) => name)).toEqual(names.slice(0, 7));
  expect(others).toBe(5);
});

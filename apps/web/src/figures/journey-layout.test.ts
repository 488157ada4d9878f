import { expect, test } from 'vitest';
import type { JourneyFigure } from '../worker/figures/figures-protocol.ts';
import { BAR, HEIGHT, layoutOf } from './journey-layout.ts';

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

test('states are in layers from left to right, from the likeliest beginning, whatever has been counted', () => {
  const layers = (figure: JourneyFigure): readonly string[] =>
    layoutOf(figure, 400).states.map(({ name, x, y }) => `${name} ${x} ${y}`);
  const [home, search, product, cart, paid] = layoutOf(SHOP, 400).states;
  expect(search?.x).toBe(product?.x);
  const rising = [home, search, cart, paid].map((state) => state?.x ?? 0);
  expect(rising).toEqual(rising.toSorted((a, b) => a - b));
  expect(new Set(rising).size).toBe(4);
  const none = { ...SHOP, moves: SHOP.moves.map((move) => ({ ...move, count: 0 })) };
  expect(layers(none)).toEqual(layers(SHOP));
});

test.each([300, 346, 560])('within %d pixels nothing overlaps, and nothing is outside', (width) => {
  const { states, moves } = layoutOf(SHOP, width);
  for (const one of states) {
    expect(one.x + BAR + one.room).toBeLessThanOrEqual(width);
    expect(one.y + one.bar).toBeLessThanOrEqual(HEIGHT);
    for (const other of states)
      if (one !== other && one.x === other.x && one.y < other.y)
        expect(one.y + one.bar).toBeLessThanOrEqual(other.y);
  }
  // Arrowheads are whole.
  for (const { head } of moves)
    for (const y of head?.match(/(?<=M[\d.]+ )[\d.]+/g) ?? [])
      expect(Number(y) + 10).toBeLessThanOrEqual(HEIGHT);
});

test('bars and bands are as high as their counts, and a share is of the rows of its state', () => {
  const { states, moves } = layoutOf(SHOP, 400);
  const by = new Map(moves.map((move) => [move.key, move]));
  const [home, search] = states;
  expect(by.get('0 1')?.thickness).toBeCloseTo(((home?.bar ?? 0) * 30) / 100);
  expect(home?.way?.share).toBeCloseTo(60 / 90);
  expect(search?.way).toEqual({ share: 30 / 100, asked: 0.5 });
  expect(by.get('3 2')?.isBack).toBe(true);
});

test('of more than seven states, those with the most rows are shown, and the rest counted', () => {
  const names = Array.from({ length: 12 }, (_, i) => `s${i}`);
  const chain = names.slice(1).map((name, i) => `s${i}>${name} 10 1`);
  const { states, others } = layoutOf(journeyOf(names, ['>s0 10 1', ...chain]), 400);
  expect(states.map(({ name }) => name)).toEqual(names.slice(0, 7));
  expect(others).toBe(5);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newScale, topOf } from './curve-drawing.tsx';
import {
  addBetween,
  addPoint,
  heightAt,
  movePoint,
  pressKey,
  removePoint,
  type CurveDomain,
} from './curve-points.ts';

const DAY: CurveDomain = { xMax: 96, xStep: 1, yStep: 0.01, yMax: 1000, isPeriodic: true };
const RAMP: CurveDomain = { ...DAY, isPeriodic: false };
const state = {
  selected: 1,
  points: [
    { x: 0, y: 1 },
    { x: 40, y: 2 },
    { x: 80, y: 0 },
  ],
};
const press = (key: string, shiftKey = false) => pressKey(state, { key, shiftKey }, DAY);

test('a curve is straight between points, and a day goes on where it begins', () => {
  expect(heightAt(state.points, 20, DAY)).toBe(1.5);
  expect(heightAt(state.points, 88, DAY)).toBe(0.5);
  expect(heightAt(state.points.slice(1), 0, DAY)).toBeCloseTo(2 * (16 / 56), 12);
  expect(heightAt(state.points, 88, RAMP)).toBe(0);
  expect(heightAt(state.points.slice(1), 3, RAMP)).toBe(2);
});

describe('keys', () => {
  test('arrows move a point by a step, with Shift by ten', () => {
    expect(press('ArrowRight')?.points[1]).toEqual({ x: 41, y: 2 });
    expect(press('ArrowLeft', true)?.points[1]).toEqual({ x: 30, y: 2 });
    expect(press('ArrowUp')?.points[1]).toEqual({ x: 40, y: 2.01 });
    expect(press('ArrowDown', true)?.points[1]).toEqual({ x: 40, y: 1.9 });
  });

  test('Page Up, Page Down, Home and End select another point', () => {
    expect(press('PageDown')?.selected).toBe(2);
    expect(press('PageUp')?.selected).toBe(0);
    expect(press('Home')?.selected).toBe(0);
    expect(press('End')?.selected).toBe(2);
    expect(pressKey({ ...state, selected: 2 }, { key: 'PageDown', shiftKey: false }, DAY)?.selected).toBe(0);
  });

  test('Delete removes a point and selects its neighbour; two points stay', () => {
    expect(press('Delete')).toEqual({ selected: 0, points: [state.points[0], state.points[2]] });
    const two = { points: state.points.slice(0, 2), selected: 1 };
    expect(removePoint(two)).toEqual(two);
  });

  test('other keys mean nothing', () => {
    expect(press('a')).toBeUndefined();
    expect(press('Tab')).toBeUndefined();
    expect(pressKey({ points: [], selected: 0 }, { key: 'ArrowUp', shiftKey: false }, DAY)).toBeUndefined();
  });
});

test('a point stops beside its neighbours and at both ends', () => {
  expect(movePoint(state, { x: 95, y: -3 }, DAY).points[1]).toEqual({ x: 79, y: 0 });
  expect(movePoint({ ...state, selected: 2 }, { x: 300, y: 1 }, DAY).points[2]?.x).toBe(95);
  expect(movePoint({ ...state, selected: 2 }, { x: 300, y: 1 }, RAMP).points[2]?.x).toBe(96);
  expect(movePoint({ ...state, selected: 0 }, { x: -9, y: 1 }, DAY).points[0]?.x).toBe(0);
});

test('a new point takes its place in the order and is selected; an existing one is only selected', () => {
  expect(addPoint(state, { x: 60.4, y: 3 }, DAY)).toEqual({
    selected: 2,
    points: [state.points[0], state.points[1], { x: 60, y: 3 }, state.points[2]],
  });
  expect(addPoint(state, { x: 80.2, y: 3 }, DAY)).toEqual({ points: state.points, selected: 2 });
});

test('points are added between others until there is no room', () => {
  const narrow: CurveDomain = { ...DAY, xMax: 8 };
  let filled = {
    points: [
      { x: 0, y: 1 },
      { x: 3, y: 1 },
    ],
    selected: 0,
  };
  for (let i = 0; i < 20; i++)
    filled = { ...addBetween(filled, narrow), points: [...addBetween(filled, narrow).points] };
  expect(filled.points.map(({ x }) => x)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('a day has room between its last point and its first, over midnight', () => {
  const points = [
    { x: 40, y: 2 },
    { x: 88, y: 1 },
  ];
  expect(addBetween({ points, selected: 1 }, DAY)).toEqual({
    points: [{ x: 16, y: 1.5 }, ...points],
    selected: 0,
  });
  expect(
    addBetween({ points: points.map(({ y }, i) => ({ x: 60 + i, y })), selected: 1 }, DAY).points,
  ).toHaveLength(3);
});

test('whatever is done to a curve, its points stay in order, in the domain, and at least two', () => {
  const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Delete', 'add'];
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...keys), fc.boolean()), { maxLength: 60 }), (steps) => {
      const end = steps.reduce(
        (now, [key, shiftKey]) =>
          (key === 'add' ? addBetween(now, DAY) : pressKey(now, { key, shiftKey }, DAY)) ?? now,
        state as ReturnType<typeof addBetween>,
      );
      const xs = end.points.map(({ x }) => x);
      expect(xs.every((x, i) => x >= 0 && x <= 95 && (i === 0 || x > (xs[i - 1] ?? 0)))).toBe(true);
      expect(end.points.length).toBeGreaterThanOrEqual(2);
      expect(end.points[end.selected]).toBeDefined();
    }),
  );
});

test('a place in the picture and a point are inverse, and the axis ends at a round height', () => {
  const scale = newScale(640, 96, 2);
  expect(scale.pointAt({ x: scale.x(48), y: scale.y(1.5) }).x).toBeCloseTo(48, 1);
  expect(scale.pointAt({ x: scale.x(48), y: scale.y(1.5) }).y).toBeCloseTo(1.5, 1);
  expect(scale.pointAt({ x: 0, y: 9999 }).y).toBe(0);
  expect(topOf([{ x: 0, y: 1.9 }], 2)).toBe(2);
  expect(topOf([{ x: 0, y: 2.4 }], 2)).toBe(3);
  expect(topOf([{ x: 0, y: 437 }], 2)).toBe(500);
  expect(topOf([{ x: 0, y: 0 }], 0)).toBe(1);
});

import { describe, expect, test } from 'vitest';
import { longOnly } from '../../../../../test/long.ts';
import { NOON, rowsOf, valuesOf } from '../../../test/rows.ts';
import { kolmogorov } from '../../../test/statistics.ts';
import { parseSchema } from '../../schema/parse.ts';

describe('catbird.sequence', () => {
  const numbers = (params: object, first = 0): number[] =>
    valuesOf<number>('catbird.sequence', [params], { first, count: 5 });

  test.each([
    ['one after another', {}, 0, [1, 2, 3, 4, 5]],
    ['from any row on', {}, 41, [42, 43, 44, 45, 46]],
    ['in steps', { start: 10, step: -7 }, 0, [10, 3, -4, -11, -18]],
    ['in decimals, without errors of rounding', { start: 0, step: 0.1 }, 1, [0.1, 0.2, 0.3, 0.4, 0.5]],
    ['each for some rows', { repeat: 2, start: 0 }, 3, [1, 2, 2, 3, 3]],
    ['beyond 2^32', { start: 0 }, 2 ** 32, [0, 1, 2, 3, 4].map((i) => 2 ** 32 + i)],
    ['all the same', { start: 7, step: 0 }, 9, [7, 7, 7, 7, 7]],
  ])('%s', (_, params, first, expected) => {
    expect(numbers(params, first)).toEqual(expected);
  });

  test('keeps all digits of numbers beyond 2^53', () => {
    const row = (params: object, first: number): string =>
      rowsOf([{ name: 'v', type: 'catbird.sequence', args: [params] }], { first })[0] ?? '';
    expect(row({ start: 7, step: 1_000_000_007 }, 2 ** 52)).toBe(`{"v":${7n + 1_000_000_007n * 2n ** 52n}}`);
    expect(row({ start: -0.5, step: -0.001 }, 2 ** 52 + 1)).toBe('{"v":-4503599627370.997}');
  });
});

type Row = Readonly<Record<string, unknown>>;

function parsed(schema: object, extent: Parameters<typeof rowsOf>[1] = {}): readonly Row[] {
  const result = parseSchema(JSON.stringify(schema));
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return rowsOf(result.schema.fields, { count: 1000, ...extent }).map((row) => JSON.parse(row) as Row);
}

/** Standard normal CDF. */
function normalShare(z: number): number {
  const steps = 400;
  const h = z / steps;
  let sum = 0;
  for (let i = 0; i <= steps; i++)
    sum += Math.exp(-((i * h) ** 2) / 2) * (i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2);
  return 0.5 + (sum * h) / 3 / Math.sqrt(2 * Math.PI);
}

const differences = (values: readonly number[], lag: number): number[] =>
  values.slice(lag).map((value, i) => value - (values[i] ?? 0));
const meanOf = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;

describe('catbird.walk', () => {
  const walk = (params: object, extent: Parameters<typeof rowsOf>[1] = {}): number[] =>
    valuesOf<number>('catbird.walk', [params], { count: 20_000, ...extent });

  test('starts at start and takes normally distributed steps of the requested size', () => {
    const values = walk({ start: 100, step: 2, fractionDigits: 9 });
    expect(values[0]).toBe(100);
    expect(kolmogorov(differences(values, 1).map((step) => normalShare(step / 2)))).toBeLessThan(1.95);
  });

  test('takes independent steps: over n rows it moves √n steps, also across powers of two', () => {
    const far = walk({ fractionDigits: 9 }, { first: 2 ** 20 - 10_000 });
    const steps = differences(far, 1);
    for (const lag of [1, 2, 3, 4, 8]) {
      const together = meanOf(steps.slice(lag).map((step, i) => step * (steps[i] ?? 0)));
      expect(Math.abs(together)).toBeLessThan(4 / Math.sqrt(steps.length));
    }
    // One distance per walk, so that they are independent.
    for (const row of [1, 64, 123_457, ...longOnly([2, 3, 1000, 2 ** 40 + 1])]) {
      const places = Array.from(
        { length: 400 },
        (_, seed) => walk({ fractionDigits: 6 }, { seed, first: row, count: 1 })[0] ?? 0,
      );
      const shares = places.map((place) => normalShare(place / Math.sqrt(row)));
      expect(kolmogorov(shares), `row ${row}`).toBeLessThan(1.95);
    }
  });

  test('reflects at its bounds and is uniform between them', () => {
    const values = walk({ min: -3, max: 5, start: 0, step: 1, fractionDigits: 6 }, { count: 100_000 });
    expect(Math.min(...values)).toBeGreaterThanOrEqual(-3);
    expect(Math.max(...values)).toBeLessThanOrEqual(5);
    // Rows far enough apart to be independent.
    const shares = values.filter((_, i) => i % 100 === 99).map((value) => (value + 3) / 8);
    expect(kolmogorov(shares)).toBeLessThan(1.95);
    const steps = differences(values, 1).filter((_, i) => Math.abs(values[i] ?? 0) < 0.1);
    expect(kolmogorov(steps.filter((_, i) => i % 7 === 0).map(normalShare))).toBeLessThan(1.95);
  });

  test.each([
    [{ min: 0 }, 0, Infinity],
    [{ max: 10 }, -Infinity, 10],
    [{ min: 1, max: 1 }, 1, 1],
    [{ min: 0, max: 1, step: 1e12 }, 0, 1],
    [{ step: 0, start: 5 }, 5, 5],
  ])('keeps to %j', (params, min, max) => {
    const values = walk(params, { count: 2000, first: 2 ** 33 });
    expect(values.every((value) => value >= min && value <= max)).toBe(true);
  });

  test('with per, each value has its own walk, which starts anywhere between the bounds', () => {
    const schema = {
      sensor: { type: 'catbird.key', params: { name: 'sensor', size: 200 } },
      at: {
        type: 'catbird.walk',
        params: { min: 0, max: 100, step: 0.01, fractionDigits: 6 },
        per: 'sensor',
      },
    };
    const bySensor = new Map<unknown, number[]>();
    for (const { sensor, at } of parsed(schema, { count: 5000 }))
      bySensor.set(sensor, [...(bySensor.get(sensor) ?? []), Number(at)]);
    expect(bySensor.size).toBe(200);
    for (const values of bySensor.values())
      expect(Math.max(...values) - Math.min(...values)).toBeLessThan(0.01 * Math.sqrt(5000) * 5);
    expect(kolmogorov([...bySensor.values()].map(([first = 0]) => first / 100))).toBeLessThan(1.95);
  });

  test('is the same in every schema with the same seed, field name and key', () => {
    const sensor = { type: 'catbird.sequentialArray', params: { values: ['a', 'b', 'c'] } };
    const at = { type: 'catbird.walk', params: {}, per: 'sensor' };
    const here = parsed({ sensor, at }).map((row) => row['at']);
    const there = parsed({ other: { type: 'string.uuid' }, at, sensor }).map((row) => row['at']);
    expect(there).toEqual(here);
    const alone = parsed({ at: { type: 'catbird.walk' } }, { count: 3 });
    expect(alone.map((row) => row['at'])).not.toEqual(here.slice(0, 3));
  });

  test('nulls and missing affect single values of a walk, not whole walks, and leave the others unchanged', () => {
    const sensor = { type: 'catbird.sequentialArray', params: { values: ['a', 'b'] } };
    const full = parsed({ sensor, at: { type: 'catbird.walk', per: 'sensor' } });
    const sparse = parsed({ sensor, at: { type: 'catbird.walk', per: 'sensor', nulls: 0.3, missing: 0.2 } });
    for (const name of ['a', 'b']) {
      const own = sparse.filter((row) => row['sensor'] === name);
      expect(own.filter((row) => row['at'] === null).length / own.length).toBeCloseTo(0.3, 1);
      expect(own.filter((row) => !('at' in row)).length / own.length).toBeCloseTo(0.2, 1);
    }
    sparse.forEach((row, i) => typeof row['at'] === 'number' && expect(row['at']).toBe(full[i]?.['at']));
  });

  test('works in arrays, variants and objects: one walk per element, and one for a single field', () => {
    const rows = parsed({
      three: { type: 'catbird.walk', count: 3, params: { step: 0.001, min: 0, max: 100 } },
      some: { type: 'oneOf', params: [{ field: { type: 'catbird.walk', params: { step: 0 } } }] },
      user: { type: 'number.int', params: 3, hidden: true },
      inner: {
        type: 'object',
        per: 'user',
        fields: { at: { type: 'catbird.walk', params: { step: 0.001, min: 0, max: 100 } } },
      },
    });
    for (const n of [0, 1, 2]) {
      const element = rows.map(({ three }) => (three as number[])[n] ?? 0);
      expect(Math.max(...differences(element, 1).map(Math.abs))).toBeLessThan(0.01);
    }
    expect(new Set(rows[0]?.['three'] as number[]).size).toBe(3);
    const inner = rows.map((row) => Math.round((row['inner'] as { at: number }).at));
    expect(new Set(inner).size).toBeLessThanOrEqual(8);
    expect(new Set(inner).size).toBeGreaterThanOrEqual(3);
  });
});

test('any row of a series is the same alone and in sequence, with per, nulls and arrays, at any index', () => {
  const schema = {
    sensor: { type: 'catbird.key', params: { name: 'sensor', size: 9, skew: { zipf: 1 } } },
    walk: { type: 'catbird.walk', per: 'sensor', params: { min: 0, max: 9 }, nulls: 0.2 },
    walks: { type: 'catbird.walk', count: { min: 0, max: 3 } },
    wave: { type: 'catbird.wave', per: ['sensor'], params: { noise: 1, phase: 'random' } },
    one: { type: 'oneOf', params: [{ value: 0 }, { field: { type: 'catbird.walk', per: 'sensor' } }] },
  };
  for (const first of [0, 2 ** 20 - 150, 2 ** 32 - 150, 2 ** 52]) {
    const whole = parsed(schema, { first, count: 300, stepMs: 0.001 });
    for (const row of [0, 1, 127, 128, 150, 299])
      expect(parsed(schema, { first: first + row, count: 1, stepMs: 0.001 })).toEqual([whole[row]]);
  }
});

describe('catbird.wave', () => {
  const wave = (params: object, extent: Parameters<typeof rowsOf>[1] = {}): number[] =>
    valuesOf<number>('catbird.wave', [params], extent);
  const HOUR_MS = 3_600_000;

  test('follows the time of day: rises from midnight, peaks at 6:00 and bottoms out at 18:00', () => {
    const day = wave(
      { mean: 10, amplitude: 5 },
      { count: 25, startMs: NOON - 12 * HOUR_MS, stepMs: HOUR_MS },
    );
    expect([0, 6, 12, 18, 24].map((hour) => day[hour])).toEqual([10, 15, 10, 5, 10]);
    expect(day[3]).toBe(Number((10 + 5 * Math.SQRT1_2).toFixed(3)));
  });

  test('has a period in time or rows, and starts at its phase', () => {
    expect(wave({ periodRows: 4 }, { count: 6 })).toEqual([0, 1, 0, -1, 0, 1]);
    expect(wave({ periodRows: 4, phase: 0.25 }, { count: 4 })).toEqual([1, 0, -1, 0]);
    expect(wave({ periodMs: 2000, phase: -0.25 }, { count: 3, startMs: 0, stepMs: 1000 })).toEqual([
      -1, 1, -1,
    ]);
    expect(wave({ periodMs: 2000 }, { count: 2, startMs: -500 })).toEqual([-1, -1]);
    expect(wave({ period: '2s' }, { count: 2, startMs: -500 })).toEqual([-1, -1]);
    expect(wave({ period: 2000 }, { count: 2, startMs: -500 })).toEqual([-1, -1]);
  });

  test('has normal noise, independent for each row even at the same time', () => {
    const values = wave({ mean: 50, amplitude: 0, noise: 3, fractionDigits: 9 }, { count: 20_000 });
    expect(kolmogorov(values.map((value) => normalShare((value - 50) / 3)))).toBeLessThan(1.95);
  });

  test('with per, each value has its own noise and, with a random phase, its own phase', () => {
    const schema = {
      house: { type: 'catbird.sequentialArray', params: { values: ['a', 'b'], iterations: 4 } },
      load: { type: 'catbird.wave', params: { periodRows: 4, phase: 'random' }, per: 'house' },
    };
    const rows = parsed(schema, { count: 24 });
    const loads = (house: string): unknown[] =>
      rows.filter((row) => row['house'] === house).map(({ load }) => load);
    expect(loads('a').slice(0, 4)).toEqual(loads('a').slice(4, 8));
    expect(loads('a')).not.toEqual(loads('b'));
  });

  test('stays within its clamps', () => {
    const values = wave({ amplitude: 10, noise: 5, min: 0, max: 8, periodRows: 50 }, { count: 500 });
    expect([Math.min(...values), Math.max(...values)]).toEqual([0, 8]);
  });
});

test.each([
  ['sequence', { repeat: 0 }, 'repeat must be at least 1'],
  ['sequence', { step: 1e-13 }, '1e-13 has more than 12 decimal places'],
  ['sequence', { start: 1e12, step: 1e-9 }, '1000000000000 has more than 15 digits'],
  ['sequence', { start: '1' }, 'start must be a number'],
  ['walk', { min: 1, max: 0 }, 'max 0 must be at least min 1'],
  ['walk', { min: 0, max: 1, start: 2 }, 'start must be between min and max, not 2'],
  ['walk', { step: -1 }, 'step must be at least 0'],
  ['walk', { step: null }, 'step must be a number'],
  ['wave', { periodMs: 0 }, 'periodMs must be greater than 0'],
  ['wave', { period: '0s' }, 'period must be longer than 0'],
  ['wave', { period: '1s', periodRows: 1 }, 'Use either period or periodRows, not both'],
  ['wave', { phase: 'any' }, 'phase must be "random"'],
])('catbird.%s refuses %j', (type, params, message) => {
  const result = parseSchema(JSON.stringify({ v: { type: `catbird.${type}`, params } }));
  expect(result.ok ? [] : result.issues.map((issue) => issue.message)).toEqual([
    `catbird.${type}: ${message}`,
  ]);
});

test.each(['catbird.sequence', 'catbird.timestampNow'])(
  '%s depends on the row, so per is an issue',
  (type) => {
    const result = parseSchema(JSON.stringify({ k: { type: 'number.int' }, v: { type, per: 'k' } }));
    expect(result.ok ? [] : result.issues.map(({ message, path }) => ({ message, path }))).toEqual([
      { message: `${type}: per is not allowed: the value depends only on the row`, path: ['v', 'per'] },
    ]);
  },
);

test('the former name of a param is accepted, with a note', () => {
  const read = parseSchema('{"v": {"type": "catbird.wave", "params": {"periodMs": 1000}}}');
  expect(read.ok && read.notes).toMatchObject([
    { severity: 'note', message: 'catbird.wave: periodMs is now called period', column: 43 },
  ]);
});

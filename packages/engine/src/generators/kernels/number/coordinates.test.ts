import { expect, test } from 'vitest';
import { NOON, rowsOf, valuesOf } from '../../../../test/rows.ts';
import { kolmogorov } from '../../../../test/statistics.ts';

const KM_PER_DEGREE = 40_000 / 360;

test.each([
  [[35.225808, -80.852861], 5, true],
  [[0, 0], 100, true],
  [[-33.9, 151.2], 10, false],
] as const)(
  'coordinates near %j within %d have the distances and directions of faker’s',
  (origin, radius, isMetric) => {
    const places = valuesOf<[number, number]>(
      'location.nearbyGPSCoordinate',
      [{ origin, radius, isMetric }],
      {
        count: 20_000,
      },
    );
    const reach = (radius * (isMetric ? 1 : 1.60934) * 0.995) / KM_PER_DEGREE;
    const offsets = places.map(
      ([latitude, longitude]) => [latitude - origin[0], longitude - origin[1]] as const,
    );
    // Distances come in steps: spread them within a step.
    const distances = offsets.map(
      ([x, y], i) => (Math.hypot(x, y) / reach) * (1 - 1e-9) + ((i * 0.618) % 1) * 1e-9,
    );
    expect(Math.max(...distances)).toBeLessThanOrEqual(1);
    expect(kolmogorov(distances.map((d) => d + 1e-5))).toBeLessThan(1.95);
    const angles = offsets
      .filter(([x, y]) => x !== 0 || y !== 0)
      .map(([x, y]) => Math.atan2(x, y) / (2 * Math.PI) + 0.5);
    expect(kolmogorov(angles)).toBeLessThan(1.95);
  },
);

test('coordinates wrap around the poles and the date line', () => {
  for (const origin of [
    [89.99, 10],
    [-89.99, 0],
    [10, 179.99],
    [10, -179.99],
  ])
    for (const [latitude, longitude] of valuesOf<[number, number]>(
      'location.nearbyGPSCoordinate',
      [{ origin, radius: 50, isMetric: true }],
      { count: 2000 },
    )) {
      expect(Math.abs(latitude)).toBeLessThanOrEqual(90);
      expect(longitude).toBeGreaterThanOrEqual(-180);
      expect(longitude).toBeLessThanOrEqual(180);
    }
});

test.each([0, 0.3, 1, 999.9, 61_001.7, 43_200_000, -7777.7, 1e9])(
  'event times in steps of %d ms match Date',
  (stepMs) => {
    const startMs = NOON - 5e12;
    const fields = ['catbird.timestampNow', 'catbird.datetimeNow'].map((type) => ({
      name: type,
      type,
      args: [],
    }));
    rowsOf(fields, { count: 1000, startMs, stepMs }).forEach((row, i) => {
      const iso = new Date(Math.floor(startMs + i * stepMs)).toISOString();
      expect(Object.values(JSON.parse(row) as object)).toEqual([iso, iso.slice(0, 19)]);
    });
  },
);

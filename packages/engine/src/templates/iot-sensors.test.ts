import { expect, test } from 'vitest';
import { grouped, isOneFor, mean, rowsOfTemplate, share } from '../../test/templates.ts';

const HOUR = 3_600_000;
/** Midnight on 2026-03-01. */
const MIDNIGHT = Date.UTC(2026, 2, 1);

interface Reading {
  readonly timestamp: string;
  readonly sensor_id: string;
  readonly site: string;
  readonly firmware: string;
  readonly battery: number;
  readonly status: 'ok' | 'low' | 'dead';
  readonly temperature: number | null;
  readonly humidity: number | null;
}
const readings = rowsOfTemplate<Reading>('IoT Sensors', {
  count: 24_000,
  startMs: MIDNIGHT,
  stepMs: HOUR / 1000,
  seed: 7,
});
const warmth = (rows: readonly Reading[]): number =>
  mean(rows.flatMap(({ temperature }) => (temperature === null ? [] : [temperature])));

test('a sensor keeps its site and firmware', () => {
  expect(isOneFor(readings, 'sensor_id', ['site', 'firmware'])).toBe(true);
  expect(grouped(readings, ({ sensor_id: id }) => id).size).toBe(200);
});

test('temperature follows the time of day, and sensors differ by a constant offset', () => {
  const at = (hour: number): number => warmth(readings.slice(hour * 1000, (hour + 1) * 1000));
  expect(at(15) - at(3)).toBeGreaterThan(10);
  const evening = readings.slice(18_000, 19_000);
  const sensors = [...grouped(evening, ({ sensor_id: id }) => id).values()];
  const spread = sensors.map(warmth).filter(Number.isFinite);
  expect(Math.max(...spread) - Math.min(...spread)).toBeGreaterThan(4);
  for (const rows of sensors) {
    const values = rows.flatMap(({ temperature }) => (temperature === null ? [] : [temperature]));
    expect(Math.max(...values, -99) - Math.min(...values, 99)).toBeLessThan(4);
  }
});

test('a battery runs down until the sensor is dead, and only dead sensors have no readings', () => {
  for (const { battery, status, temperature, humidity } of readings) {
    expect(status).toBe(battery === 0 ? 'dead' : battery < 15 ? 'low' : 'ok');
    expect([temperature === null, humidity === null]).toEqual([status === 'dead', status === 'dead']);
  }
  const dead = share(readings, ({ status }) => status === 'dead');
  expect(dead).toBeGreaterThan(0.02);
  expect(dead).toBeLessThan(0.06);
  for (const rows of grouped(readings, ({ sensor_id: id }) => id).values()) {
    const rises = rows.filter(({ battery }, i) => battery > (rows[i - 1]?.battery ?? 100));
    // A new battery replaces the empty one.
    expect(rises.length).toBeLessThanOrEqual(1);
    for (const { battery } of rises) expect(battery).toBeGreaterThan(90);
  }
});

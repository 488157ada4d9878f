import { expect, test } from 'vitest';
import { grouped, isOneFor, mean, rowsOfTemplate, share } from '../../test/templates.ts';

interface Line {
  readonly service: string;
  readonly host: string;
  readonly incident: string | null;
  readonly incident_id: string | null;
  readonly status: number;
  readonly level: string;
  readonly duration_ms: number;
  readonly message: string;
}
const lines = rowsOfTemplate<Line>('Logs with Incidents', { count: 150_000, seed: 7 });
const hit = lines.filter(({ incident }) => incident !== null);
const calm = lines.filter(({ incident }) => incident === null);
const failed = ({ status }: Line): boolean => status >= 500;

test('an incident has one kind and one service, within one stretch of a thousand lines', () => {
  const marked = lines
    .map((line, i) => ({ ...line, stretch: Math.floor(i / 1000) }))
    .filter(({ incident }) => incident !== null);
  expect(isOneFor(marked, 'incident_id', ['service', 'incident', 'stretch'])).toBe(true);
  expect(grouped(marked, ({ incident_id: id }) => id).size / 150).toBeCloseTo(0.125, 1);
  expect(lines.filter(({ incident, incident_id: id }) => (id === null) !== (incident === null))).toEqual([]);
  expect(new Set(hit.map(({ incident }) => incident)).size).toBe(3);
});

test('errors and slow responses belong to incidents', () => {
  expect(share(calm, failed)).toBeLessThan(0.01);
  expect(share(hit, failed)).toBeGreaterThan(0.15);
  const slow = hit.filter(({ incident }) => incident === 'slow_database');
  expect(mean(slow.map(({ duration_ms: ms }) => ms))).toBeGreaterThan(
    20 * mean(calm.map(({ duration_ms: ms }) => ms)),
  );
});

test('level, status and message agree, and a host belongs to its service', () => {
  const isRight = ({ service, host, status, level, duration_ms: ms, message }: Line): boolean =>
    level === (status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info') &&
    [1, 2, 3, 4].some((number) => host === `${service}-${number}`) &&
    ((status !== 200 && status !== 504) || message.includes(`${ms} ms`)) &&
    // Given up after five seconds.
    (status === 504 ? Math.abs(ms - 5004) < 50 : ms <= 5000);
  expect(lines.filter((line) => !isRight(line))).toEqual([]);
});

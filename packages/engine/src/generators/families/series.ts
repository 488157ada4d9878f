import * as z from 'zod/mini';
import type { GeneratorType } from '../generator.ts';
import { counting } from '../kernels/series/counting.ts';
import { numbersCell } from '../kernels/number/numbers.ts';
import { walk } from '../kernels/series/walk.ts';
import { wave } from '../kernels/series/wave.ts';
import { decimalsIn, decimalsOf, fractionDigits, numberKind } from './decimals.ts';
import { parseDuration } from '../../time/duration.ts';
import { above, duration, num, optional, options } from './params.ts';

interface SequenceParams {
  readonly start?: number;
  readonly step?: number;
  readonly repeat?: number;
}

interface WalkParams {
  readonly start?: number;
  readonly step?: number;
  readonly min?: number;
  readonly max?: number;
  readonly fractionDigits?: number;
}

interface WaveParams {
  readonly mean?: number;
  readonly amplitude?: number;
  readonly period?: string | number;
  readonly periodMs?: number;
  readonly periodRows?: number;
  readonly phase?: number | 'random';
  readonly noise?: number;
  readonly min?: number;
  readonly max?: number;
  readonly fractionDigits?: number;
}

const DAY_MS = 86_400_000;

/** `x` as an integer in units of its last decimal; exact up to 15 digits. */
function unitsIn(x: number, decimals: number): number {
  const units = Math.round(x * 10 ** decimals);
  if (Math.abs(units) > 1e15) throw new Error(`${x} has more than 15 digits`);
  return units;
}

/** Numbers that continue from row to row. */
export const seriesTypes: readonly GeneratorType[] = [
  {
    name: 'catbird.sequence',
    summary: 'A sequence of numbers, one per row',
    params: options({
      start: num('First number. Default 1'),
      step: num('Difference between consecutive numbers. Default 1'),
      repeat: optional(z.int().check(z.gte(1)), 'Rows per number. Default 1'),
    }),
    example: { start: 1000, step: 10 },
    kind([given]) {
      const { start = 1, step = 1 } = (given ?? {}) as SequenceParams;
      const kind = numberKind({ fractionDigits: Math.max(decimalsIn(start), decimalsIn(step)) });
      if (kind.is !== 'integer' || step < 0) return kind;
      return step === 0 ? { ...kind, min: start, max: start } : { ...kind, min: start, grows: true };
    },
    rowOnly: true,
    distinct([given]) {
      const { start = 1, step = 1, repeat = 1 } = (given ?? {}) as SequenceParams;
      if (step === 0 || repeat > 1) return undefined;
      return step > 0 && start >= 0 && Number.isInteger(start) && Number.isInteger(step) ? 'number' : 'text';
    },
    compile([given], scope) {
      const { start = 1, step = 1, repeat = 1 } = (given ?? {}) as SequenceParams;
      const decimals = Math.max(decimalsIn(start), decimalsIn(step));
      return counting(
        { start: unitsIn(start, decimals), step: unitsIn(step, decimals), repeat, decimals },
        scope,
      );
    },
  },
  {
    name: 'catbird.walk',
    summary:
      'A random walk, such as a price or a temperature. With per, each value of those fields has its own walk',
    params: options({
      start: num(
        'Value of the first row. Default: random between min and max if both are set, else 0 or the bound nearest to 0',
      ),
      step: optional(z.number().check(z.gte(0)), 'Standard deviation of the change per row. Default 1'),
      min: num('Lower bound, where the walk reflects'),
      max: num('Upper bound, where the walk reflects'),
      fractionDigits,
    }),
    example: { start: 20, step: 0.1, min: -10, max: 40, fractionDigits: 2 },
    kind: ([given]) => numberKind(given ?? {}),
    series: true,
    compile([given], scope) {
      const params = (given ?? {}) as WalkParams;
      const { step = 1, min = -Infinity, max = Infinity } = params;
      const start =
        params.start ?? (Number.isFinite(max - min) ? undefined : Math.min(max, Math.max(min, 0)));
      if (start !== undefined && !(start >= min && start <= max))
        throw new Error(`start must be between min and max, not ${start}`);
      const writing = { min, max, decimals: decimalsOf(params) };
      return numbersCell(walk({ start, step, min, max }, scope), writing, scope);
    },
  },
  {
    name: 'catbird.wave',
    summary: 'A sine wave with optional noise, over a day by default',
    params: options({
      mean: num('Mean. Default 0'),
      amplitude: num('Distance from the mean to the peak. Default 1'),
      period: optional(
        z.union([duration('Duration'), z.number().check(z.gt(0))]),
        'Period in event time, such as 1h30m; a number is in milliseconds. Default 1d',
      ),
      periodMs: above(0, 'Former name of period, in milliseconds'),
      periodRows: above(0, 'Period in rows, instead of period'),
      phase: optional(
        z.union([z.number(), z.literal('random')]),
        'Offset as a fraction of the period. At 0 (default) a daily wave rises through the mean at midnight UTC, at 0.25 it peaks then. random: a random offset per wave',
      ),
      noise: optional(
        z.number().check(z.gte(0)),
        'Standard deviation of the noise added to each value. Default 0',
      ),
      min: num('Clamp lower values to this'),
      max: num('Clamp higher values to this'),
      fractionDigits,
    }),
    example: { mean: 18, amplitude: 6, phase: 0.6, noise: 0.4, fractionDigits: 1 },
    formerly: { periodMs: 'period' },
    kind: ([given]) => numberKind(given ?? {}),
    series: true,
    compile([given], scope) {
      const params = (given ?? {}) as WaveParams;
      const { mean = 0, amplitude = 1, periodRows, phase = 0, noise = 0, min, max } = params;
      const [period, another] = [params.period, params.periodMs, periodRows].filter(
        (each) => each !== undefined,
      );
      if (another !== undefined) throw new Error('Use either period or periodRows, not both');
      const periodMs = typeof period === 'string' ? parseDuration(period) : period;
      if (periodMs === 0) throw new Error('period must be longer than 0');
      const shape = {
        mean,
        amplitude,
        period: periodMs ?? DAY_MS,
        over: periodRows === undefined ? ('time' as const) : ('rows' as const),
        phase: phase === 'random' ? undefined : phase,
        noise,
      };
      return numbersCell(wave(shape, scope), { min, max, decimals: decimalsOf(params) }, scope);
    },
  },
];

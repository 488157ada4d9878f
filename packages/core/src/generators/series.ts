import { z } from 'zod/mini';
import type { GeneratorType } from './generator.ts';
import { counting } from './kernels/series/counting.ts';
import { numbersCell } from './kernels/number/numbers.ts';
import { walk } from './kernels/series/walk.ts';
import { wave } from './kernels/series/wave.ts';
import { decimalsIn, decimalsOf, fractionDigits } from './decimals.ts';
import { above, num, options } from './params.ts';

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
  readonly periodMs?: number;
  readonly periodRows?: number;
  readonly phase?: number | 'random';
  readonly noise?: number;
  readonly min?: number;
  readonly max?: number;
  readonly fractionDigits?: number;
}

const DAY_MS = 86_400_000;

/** In units of a decimal; these must be exact. */
function unitsIn(x: number, decimals: number): number {
  const units = Math.round(x * 10 ** decimals);
  if (Math.abs(units) > 1e15) throw new Error(`${x} has more than 15 digits`);
  return units;
}

/** Numbers that go on from row to row. */
export const seriesTypes: readonly GeneratorType[] = [
  {
    name: 'catbird.sequence',
    summary: 'Numbers one after another, row after row',
    params: options({
      start: num('The first row’s number. Default 1'),
      step: num('From one number to the next. Default 1'),
      repeat: z.optional(z.int().check(z.gte(1), z.describe('Rows for which a number stays. Default 1'))),
    }),
    example: { start: 1000, step: 10 },
    ofRow: true,
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
      'A number that moves a little from row to row: prices, temperatures. With per, one walk for each',
    params: options({
      start: num('At the first row. Default: anywhere between min and max, or 0'),
      step: z.optional(
        z
          .number()
          .check(
            z.gte(0),
            z.describe('Standard deviation of the change from one row to the next. Default 1'),
          ),
      ),
      min: num('It turns back here'),
      max: num('It turns back here'),
      fractionDigits,
    }),
    example: { start: 20, step: 0.1, min: -10, max: 40, fractionDigits: 2 },
    series: true,
    compile([given], scope) {
      const asked = (given ?? {}) as WalkParams;
      const { step = 1, min = -Infinity, max = Infinity } = asked;
      const start = asked.start ?? (Number.isFinite(max - min) ? undefined : Math.min(max, Math.max(min, 0)));
      if (start !== undefined && !(start >= min && start <= max))
        throw new Error(`start ${start} must lie between min and max`);
      const writing = { min, max, decimals: decimalsOf(asked) };
      return numbersCell(walk({ start, step, min, max }, scope), writing, scope);
    },
  },
  {
    name: 'catbird.wave',
    summary: 'A number that rises and falls: by the time of day, or any other period',
    params: options({
      mean: num('The middle. Default 0'),
      amplitude: num('From the middle to the top. Default 1'),
      periodMs: above(0, 'Milliseconds of event time from one top to the next. Default a day, 86,400,000'),
      periodRows: above(0, 'Rows from one top to the next, in place of time'),
      phase: z.optional(
        z
          .union([z.number(), z.literal('random')])
          .check(
            z.describe(
              'By how much of a period it is ahead: 0 (default) rises from the middle at midnight UTC, 0.25 is at the top then. random: each wave has its own',
            ),
          ),
      ),
      noise: z.optional(
        z.number().check(z.gte(0), z.describe('Standard deviation of what is added to each. Default 0')),
      ),
      min: num('Lower values become this'),
      max: num('Greater values become this'),
      fractionDigits,
    }),
    example: { mean: 18, amplitude: 6, phase: 0.6, noise: 0.4, fractionDigits: 1 },
    series: true,
    compile([given], scope) {
      const asked = (given ?? {}) as WaveParams;
      const { mean = 0, amplitude = 1, periodMs, periodRows, phase = 0, noise = 0, min, max } = asked;
      if (periodMs !== undefined && periodRows !== undefined)
        throw new Error('It has a periodMs or a periodRows, not both');
      const shape = {
        mean,
        amplitude,
        period: periodRows ?? periodMs ?? DAY_MS,
        over: periodRows === undefined ? ('time' as const) : ('rows' as const),
        phase: phase === 'random' ? undefined : phase,
        noise,
      };
      return numbersCell(wave(shape, scope), { min, max, decimals: decimalsOf(asked) }, scope);
    },
  },
];

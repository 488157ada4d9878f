import { z } from 'zod/mini';
import type { GeneratorType } from './generator.ts';
import { counting } from './kernels/counting.ts';
import { num, options } from './params.ts';
import { decimalsIn } from './decimals.ts';

interface SequenceParams {
  readonly start?: number;
  readonly step?: number;
  readonly repeat?: number;
}

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
    compile([given], scope) {
      const { start = 1, step = 1, repeat = 1 } = (given ?? {}) as SequenceParams;
      const decimals = Math.max(decimalsIn(start), decimalsIn(step));
      return counting(
        { start: unitsIn(start, decimals), step: unitsIn(step, decimals), repeat, decimals },
        scope,
      );
    },
  },
];

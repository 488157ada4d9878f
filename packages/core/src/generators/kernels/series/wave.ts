import type { Place } from '../engine/cell.ts';
import { normalVariate, variateKeys } from '../distribution/normal-variate.ts';
import { sinOfTurns } from '../../../numeric/deterministic-math.ts';
import { remainder } from '../../../numeric/remainder.ts';
import type { Numbers } from '../number/numbers.ts';
import { uniform } from '../distribution/uniform.ts';

/** A sine wave with noise. */
export interface Wave {
  readonly mean: number;
  readonly amplitude: number;
  /** Length of a period in milliseconds of event time, or in rows. */
  readonly period: number;
  readonly over: 'time' | 'rows';
  /** Phase in periods, 0 to 1. Default: drawn for each wave. */
  readonly phase: number | undefined;
  /** Standard deviation of the noise added to each row. */
  readonly noise: number;
}

/** A wave for each subject, with independent noise per row. */
export function wave({ mean, amplitude, period, over, phase, noise }: Wave, { path }: Place): Numbers {
  const ahead = uniform(`${path}\nphase`, 0);
  const keys = variateKeys(`${path}\nnoise`);
  return {
    usesTime: over === 'time',
    usesIndex: over === 'rows' || noise > 0,
    make({ rows, index, ms }, { a, b }, values) {
      const places = over === 'time' ? ms : index;
      for (let r = 0; r < rows; r++) {
        const turns = remainder(places[r], period) / period + (phase ?? ahead(a[r], b[r]));
        const value = mean + amplitude * sinOfTurns(turns);
        values[r] = noise === 0 ? value : value + noise * normalVariate(keys, a[r], b[r], index[r]);
      }
    },
  };
}

import type { Place } from '../engine/cell.ts';
import { normalVariate, variateKeys } from '../distribution/normal.ts';
import { sinOfTurns } from '../../../numeric/deterministic-math.ts';
import type { Subject } from '../../../numeric/random.ts';
import { remainder } from '../../../numeric/rounding.ts';
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
  const putDrawn = (places: Float64Array, { a, b }: Subject, rows: number, values: Float64Array): void => {
    for (let r = 0; r < rows; r++)
      values[r] = mean + amplitude * sinOfTurns(remainder(places[r], period) / period + ahead(a[r], b[r]));
  };
  const valueAt = (place: number): number =>
    mean + amplitude * sinOfTurns(remainder(place, period) / period + (phase ?? 0));
  return {
    usesTime: over === 'time',
    usesIndex: over === 'rows' || noise > 0,
    make({ rows, index, ms }, subject, values) {
      const places = over === 'time' ? ms : index;
      if (phase === undefined) putDrawn(places, subject, rows, values);
      else putValues(places, valueAt, rows, values);
      if (noise === 0) return;
      const { a, b } = subject;
      for (let r = 0; r < rows; r++) values[r] += noise * normalVariate(keys, a[r], b[r], index[r]);
    },
  };
}

/** Sets the values at places, which are often the same in many rows: at high rates, event times are. */
function putValues(
  places: Float64Array,
  valueAt: (place: number) => number,
  rows: number,
  values: Float64Array,
): void {
  let place = NaN;
  let value = 0;
  for (let r = 0; r < rows; r++) {
    if (places[r] !== place) {
      place = places[r];
      value = valueAt(place);
    }
    values[r] = value;
  }
}

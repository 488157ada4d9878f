import type { Place } from '../engine/cell.ts';
import { normalVariate, variateKeys } from '../distribution/normal-variate.ts';
import { sinOfTurns } from '../../../numeric/deterministic-math.ts';
import type { Subject } from '../../../numeric/random.ts';
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

/** Sets the sine at the place of each row, with the phase of the row's wave. */
type PutSines = (places: Float64Array, subject: Subject, rows: number, sines: Float64Array) => void;

/** A wave for each subject, with independent noise per row. */
export function wave({ mean, amplitude, period, over, phase, noise }: Wave, { path }: Place): Numbers {
  const ahead = uniform(`${path}\nphase`, 0);
  const keys = variateKeys(`${path}\nnoise`);
  const putDrawn: PutSines = (places, { a, b }, rows, sines) => {
    for (let r = 0; r < rows; r++)
      sines[r] = sinOfTurns(remainder(places[r], period) / period + ahead(a[r], b[r]));
  };
  return {
    usesTime: over === 'time',
    usesIndex: over === 'rows' || noise > 0,
    make({ rows, index, ms }, subject, values) {
      const places = over === 'time' ? ms : index;
      if (phase === undefined) putDrawn(places, subject, rows, values);
      else putSines(places, period, phase, rows, values);
      for (let r = 0; r < rows; r++) values[r] = mean + amplitude * values[r];
      if (noise === 0) return;
      const { a, b } = subject;
      for (let r = 0; r < rows; r++) values[r] += noise * normalVariate(keys, a[r], b[r], index[r]);
    },
  };
}

/** Sets the sines of places, which are often the same in many rows: at high rates, event times are. */
function putSines(
  places: Float64Array,
  period: number,
  phase: number,
  rows: number,
  sines: Float64Array,
): void {
  let place = NaN;
  let sine = 0;
  for (let r = 0; r < rows; r++) {
    if (places[r] !== place) {
      place = places[r];
      sine = sinOfTurns(remainder(place, period) / period + phase);
    }
    sines[r] = sine;
  }
}

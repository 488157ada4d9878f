import type { Cell, Chunk, Place, TimedJourney } from '../engine/cell.ts';
import { constant, encode } from '../choice/choice.ts';
import { entries } from '../engine/entries.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import { putWords } from '../engine/pool.ts';
import { variants } from '../structure/variants.ts';
import { isoTimes } from '../time/event-time.ts';
import { after, identifier } from './identifier.ts';

/** Writes the states of a journey in time. Its decisions are the numbers of the journeys, or of the visits that rows belong to, from 1. */
export function stepState(journey: TimedJourney, place: Place): Cell {
  const { words, lengths, stride } = encode(journey.states, place);
  const starts = journey.of?.size ?? 0;
  const numbers = new Float64Array(CHUNK_ROWS);
  const decide = ({ rows, steps: { start, visit } }: Chunk): void => {
    for (let r = 0; r < rows; r++) numbers[r] = visit[r] * starts + start[r] + 1;
  };
  return {
    maxBytes: stride * 8,
    usesSteps: true,
    decision: { kind: 'session', numbers, isPartial: false, journey },
    values: entries(journey.states, (chunk, _, states) => {
      decide(chunk);
      for (let r = 0; r < chunk.rows; r++) states[r] = chunk.steps.state[r];
    }),
    column(chunk) {
      decide(chunk);
      const { view, at, rows } = chunk;
      const { state } = chunk.steps;
      for (let r = 0; r < rows; r++) {
        const p = at[r];
        at[r] = p + lengths[state[r]];
        putWords(view, p, words, state[r] * stride, stride);
      }
    },
  };
}

/** Writes the number of each step in its journey, from 0. */
export function stepNumber(place: Place): Cell {
  const numbers = new Float64Array(CHUNK_ROWS);
  const written = identifier({ form: 'integer', prefix: '', name: '' }, numbers, place);
  return {
    ...after(({ steps, rows }) => {
      for (let r = 0; r < rows; r++) numbers[r] = steps.step[r];
    }, written),
    usesSteps: true,
  };
}

/** Writes the time at which each row's journey started: 24 characters with milliseconds and Z, or the first 19 of them. */
export const startTime = (characters: 24 | 19, place: Place): Cell => ({
  ...isoTimes((chunk) => chunk.steps.startedMs, characters, place),
  usesSteps: true,
  usesStepTimes: true,
});

/** Writes the time of the next step of each row's journey; null at the last step. */
export function nextTime(characters: 24 | 19, place: Place): Cell {
  const timeOf = ({ steps }: Chunk): Float64Array => steps.nextMs;
  const cell = { ...isoTimes(timeOf, characters, place), usesSteps: true, usesStepTimes: true };
  return variants([cell, constant(null, place.lead)], (chunk, _, chosen) => {
    const nextMs = timeOf(chunk);
    for (let r = 0; r < chunk.rows; r++) chosen[r] = Number.isNaN(nextMs[r]) ? 1 : 0;
  });
}

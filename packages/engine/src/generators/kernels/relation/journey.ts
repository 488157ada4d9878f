import { permutation } from '../../../numeric/permutation.ts';
import { draw, drawKey, drawKeys, mix, type Seed, UNIT32 } from '../../../numeric/random.ts';
import { aliasTable } from '../choice/alias-table.ts';
import { constant } from '../choice/choice.ts';
import {
  type Cell,
  type Chunk,
  CHUNK_ROWS,
  needsOf,
  type Place,
  type TimedJourney,
  type Values,
} from '../engine/cell.ts';
import type { Column } from '../engine/column.ts';
import { entryCell } from '../engine/write.ts';
import { variants } from '../structure/variants.ts';
import { isoTimes } from '../time/instant.ts';
import { after, identifier, type Identifiers } from './identifier.ts';

/** Writes the states of a journey in time. Its decisions are the numbers of the journeys, or of the visits that rows belong to, from 1. */
export function stepState(journey: TimedJourney, place: Place): Cell {
  const starts = journey.of?.size ?? 0;
  const numbers = new Float64Array(CHUNK_ROWS);
  const make: Values['make'] = ({ rows, steps: { start, visit, state } }, _, states) => {
    for (let r = 0; r < rows; r++) {
      numbers[r] = visit[r] * starts + start[r] + 1;
      states[r] = state[r];
    }
  };
  return {
    ...entryCell(journey.states, make, place.lead),
    usesSteps: true,
    decision: { kind: 'session', numbers, isPartial: false, journey },
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

/** Writes identifiers for another field's decisions; null if that field is null or missing. */
export function identifierOf(column: Column, identifiers: Identifiers, place: Place): Cell {
  const { decision } = column;
  if (decision?.kind !== 'session') throw new Error('The column has no sessions');
  const numbers = new Float64Array(CHUNK_ROWS);
  const salt = drawKey(`\nkey\n${identifiers.name}`, 0).key;
  const written = identifier(identifiers, numbers, place);
  const choose = (chunk: Chunk): void => {
    for (let r = 0; r < chunk.rows; r++) numbers[r] = decision.numbers[chunk.selection[r]];
  };
  const cell: Cell = {
    ...after(choose, written),
    ...needsOf(column),
    decision: { ...decision, numbers, salt },
  };
  if (!decision.isPartial) return cell;
  const all = new Float64Array(CHUNK_ROWS);
  const some = variants([cell, constant(null, place.lead)], ({ selection, rows }, _, chosen) => {
    for (let r = 0; r < rows; r++) {
      all[r] = decision.numbers[selection[r]];
      chosen[r] = all[r] < 0 ? 1 : 0;
    }
  });
  return { ...some, decision: { ...decision, numbers: all, salt } };
}

/** Weighted transitions to states, by index, or to `END`. */
export type Transitions = readonly (readonly [state: number, weight: number])[];

/** In place of a state: ends the session. */
export const END = -1;

/** A Markov chain of states. */
export interface Journey {
  readonly states: readonly string[];
  readonly starts: Transitions;
  /** Transitions from each state. A state without any ends its session. */
  readonly moves: readonly Transitions[];
  /** Number of concurrent sessions. */
  readonly sessions: number;
}

/**
 * Blocks per epoch, a power of two. A slot restarts after this many of its events, so that any row can be computed in at most this
 * many steps without other rows. A restart abandons the current session, whatever its state.
 */
export const EPOCH = 1024;

/**
 * Writes the states of interleaved sessions. Rows are divided into blocks, with one row for each concurrent session. Each session
 * slot has one row in every block, at a position drawn per block. Within a slot, sessions follow one another.
 */
export function journey(plan: Journey, place: Place): Cell {
  const numbers = new Float64Array(CHUNK_ROWS);
  const follow = newTracks(plan, place.path);
  return {
    ...entryCell(plan.states, (chunk, _, states) => follow(chunk, states, numbers), place.lead),
    usesIndex: true,
    decision: { kind: 'session', numbers, isPartial: false },
  };
}

/** Sets the state of each row and the unique number of its session, from 1. */
type Follow = (chunk: Chunk, states: Float64Array, numbers: Float64Array) => void;

function newTracks({ starts, moves, sessions }: Journey, path: string): Follow {
  const choose = newChooser([...moves, starts]);
  const begin = moves.length;
  const [slotKey, orderKey] = [drawKey(path, 0).key, drawKey(path, 1).key];
  const place = permutation(sessions);
  // Per slot: the last computed position, its state, the sessions ended in this epoch, and the words that the epoch draws from.
  const reached = new Float64Array(sessions).fill(-1);
  const state = new Int32Array(sessions);
  const ordinal = new Int32Array(sessions);
  const [a, b] = [new Int32Array(sessions), new Int32Array(sessions)];
  const { keys: moveKeys, odds: moveOdds } = stepKeys(path, 2);
  const { keys: startKeys, odds: startOdds } = stepKeys(path, 3);

  const enter = (slot: number, position: number, epoch: number, { s0, s1 }: Seed): void => {
    const x = mix(slot ^ s0 ^ slotKey);
    a[slot] = mix(x + (epoch | 0) + s1);
    b[slot] = mix(a[slot] ^ x ^ Math.floor(epoch / 2 ** 32));
    reached[slot] = position;
    ordinal[slot] = 0;
    const step = position % EPOCH;
    state[slot] = choose(begin, draw(a[slot], b[slot], startKeys[step], startOdds[step]));
  };
  const advance = (slot: number, position: number, epoch: number): void => {
    const from = (reached[slot] - epoch * EPOCH + 1) | 0;
    const to = (position - epoch * EPOCH) | 0;
    const [x, y] = [a[slot], b[slot]];
    let now = state[slot];
    let ended = ordinal[slot];
    for (let step = from; step <= to; step++) {
      now = choose(now, draw(x, y, moveKeys[step], moveOdds[step]));
      if (now === END) {
        ended++;
        now = choose(begin, draw(x, y, startKeys[step], startOdds[step]));
      }
    }
    state[slot] = now;
    ordinal[slot] = ended;
    reached[slot] = position;
  };

  return ({ rows, index, seed }, states, numbers) => {
    let block = -1;
    let x = 0;
    let y = 0;
    for (let r = 0; r < rows; r++) {
      const own = Math.floor(index[r] / sessions);
      if (own !== block) {
        block = own;
        x = mix((block | 0) ^ seed.s0 ^ orderKey);
        y = mix((x ^ Math.floor(block / 2 ** 32)) + seed.s1);
      }
      const slot = place((index[r] - block * sessions) | 0, x, y);
      // Slots begin their epochs at different blocks, but all begin at row 0.
      const phase = mix((slot ^ seed.s1) + slotKey) & (EPOCH - 1);
      const position = block + phase;
      const epoch = Math.floor(position / EPOCH);
      const first = Math.max(epoch * EPOCH, phase);
      if (reached[slot] < first || reached[slot] > position) enter(slot, first, epoch, seed);
      if (reached[slot] < position) advance(slot, position, epoch);
      states[r] = state[slot];
      numbers[r] = (epoch * sessions + slot) * EPOCH + ordinal[slot] + 1;
    }
  };
}

/** The keys of the draws for an epoch's steps. */
const stepKeys = (path: string, n: number): ReturnType<typeof drawKeys> =>
  drawKeys(`${path}\nstep ${n}`, EPOCH);

/** Chooses by weight from one of many lists with a single draw. */
function newChooser(lists: readonly Transitions[]): (list: number, random: number) => number {
  const ways = lists.map((list): Transitions => (list.length === 0 ? [[END, 1]] : list));
  const offsets = new Int32Array(ways.length);
  const scales = Float64Array.from(ways, (list) => list.length * UNIT32);
  let total = 0;
  ways.forEach((list, i) => {
    offsets[i] = total;
    total += list.length;
  });
  const [own, other, limits] = [new Int32Array(total), new Int32Array(total), new Float64Array(total)];
  ways.forEach((list, i) => {
    const columns = aliasTable(list.map(([, weight]) => weight));
    list.forEach((_, n) => {
      own[offsets[i] + n] = list[columns.own[n]][0];
      other[offsets[i] + n] = list[columns.other[n]][0];
      limits[offsets[i] + n] = columns.limits[n];
    });
  });
  return (list, random) => {
    const x = (random >>> 0) * scales[list];
    const column = x | 0;
    const n = offsets[list] + column;
    return x - column < limits[n] ? own[n] : other[n];
  };
}

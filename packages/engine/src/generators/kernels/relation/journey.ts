import { aliasTable } from '../choice/alias-table.ts';
import type { Cell, Place, Chunk } from '../engine/cell.ts';
import { draw, drawKey, drawKeys, mix, UNIT32, type Seed } from '../../../numeric/random.ts';
import { encode } from '../choice/choice.ts';
import { permutation } from '../../../numeric/permutation.ts';
import { entries } from '../engine/entries.ts';
import { putWords } from '../engine/pool.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';

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
  const { words, lengths, stride } = encode(plan.states, place);
  const states = new Int32Array(CHUNK_ROWS);
  const numbers = new Float64Array(CHUNK_ROWS);
  const follow = newTracks(plan, place.path);
  return {
    maxBytes: stride * 8,
    usesIndex: true,
    decision: { kind: 'session', numbers, isPartial: false },
    values: entries(plan.states, (chunk, _, made) => {
      follow(chunk, states, numbers);
      for (let r = 0; r < chunk.rows; r++) made[r] = states[r];
    }),
    column(chunk) {
      follow(chunk, states, numbers);
      const { view, at, rows } = chunk;
      for (let r = 0; r < rows; r++) {
        const p = at[r];
        at[r] = p + lengths[states[r]];
        putWords(view, p, words, states[r] * stride, stride);
      }
    },
  };
}

/** Sets the state of each row and the unique number of its session, from 1. */
type Follow = (chunk: Chunk, states: Int32Array, numbers: Float64Array) => void;

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

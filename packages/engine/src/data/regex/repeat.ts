import { fault } from './fault.ts';

/** Maximum count of a repetition, also of repetitions in repetitions. */
export const MAX_REPEATS = 1000;

/** A repetition operator. */
export interface Repeat {
  readonly text: string;
  readonly min: number;
  /** Infinity: any number. */
  readonly max: number;
}

const SIGNS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['*', [0, Infinity]],
  ['+', [1, Infinity]],
  ['?', [0, 1]],
]);

/** `{2}`, `{2,}` or `{2,5}`, without leading zeros: anything else is text. */
const COUNTS = /\{(0|[1-9]\d*)(,(0|[1-9]\d*)?)?\}/y;

/** The repetition operator at a position; undefined if there is none. @throws Error if its counts are invalid */
export function repeatAt(text: string, at: number): Repeat | undefined {
  const sign = text.charAt(at);
  const range = SIGNS.get(sign);
  if (range !== undefined) return { text: sign, min: range[0], max: range[1] };
  if (sign !== '{') return undefined;
  COUNTS.lastIndex = at;
  const [found, least, comma, most] = COUNTS.exec(text) ?? [];
  if (found === undefined) return undefined;
  const min = Number(least);
  const max = comma === undefined ? min : most === undefined ? Infinity : Number(most);
  if (min > MAX_REPEATS || (max > MAX_REPEATS && max !== Infinity))
    throw fault(`${found} repeats more than ${MAX_REPEATS.toLocaleString('en')} times`, at);
  if (min > max) throw fault(`${found} has its counts in the wrong order`, at);
  return { text: found, min, max };
}

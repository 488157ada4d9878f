import { indexesAsSubjects, newSubject, type Subject } from '../../../numeric/random.ts';
import { putSame } from '../choice/put-texts.ts';
import {
  type Cell,
  type Chunk,
  CHUNK_ROWS,
  needsOf,
  type Place,
  type Values,
  type Writing,
} from '../engine/cell.ts';
import { jsonInner } from '../engine/json-text.ts';
import { entries } from '../engine/merge.ts';
import { pool } from '../engine/pool.ts';
import { putInteger, putShort } from '../number/digits.ts';
import { type Positions, putKeyCharacters } from '../text/key-pattern.ts';
import { uuid } from '../text/uuid.ts';
import { newNumberDraw, type Pool } from './skew.ts';

/** Patterns of keys: key n is a text of pattern n modulo their number. */
interface KeyPatterns {
  readonly all: readonly Positions[];
  /** Sets the texts of one pool apart from those of another one. */
  readonly key: number;
}

/** The text of number n, from 1. */
function patternedText({ all, key }: KeyPatterns, n: number): string {
  const positions = all[(n - 1) % all.length] ?? [];
  const codes: number[] = [];
  putKeyCharacters(positions, key, Math.floor((n - 1) / all.length), (at, code) => (codes[at] = code));
  return String.fromCharCode(...codes);
}

/** Writes numbers from 1 as texts of patterns. */
function patterned(patterns: KeyPatterns, numbers: Float64Array, lead: string): Writing {
  const before = pool([`${lead}"`]);
  const longest = Math.max(...patterns.all.map(({ length }) => length));
  return {
    maxBytes: before.stride * 8 + 2 * longest + 16,
    column(chunk) {
      putSame(chunk, 0, chunk.rows, before, before.lengths[0]);
      const { view, at, rows } = chunk;
      for (let r = 0; r < rows; r++) {
        let end = at[r];
        const text = jsonInner(patternedText(patterns, numbers[r]));
        for (let i = 0; i < text.length; i++) view.setUint8(end++, text.charCodeAt(i));
        view.setUint8(end++, QUOTE);
        at[r] = end;
      }
    },
  };
}

/** A pool of keys. The same name and size give the same keys in every field and schema. */
type KeyPool = Identifiers & Omit<Pool, 'isScattered'>;

/** Maximum size of a pool whose keys are listed. */
const MAX_LISTED = 1024;

/** Writes a key of a pool. */
export function poolKey(keys: KeyPool, place: Place): Cell {
  const isUuid = keys.form === 'uuid';
  const { form, prefix, patterns, size } = keys;
  const draws = newNumberDraw({ ...keys, isScattered: !isUuid }, place);
  const numbers = new Float64Array(CHUNK_ROWS);
  const drawn = new Float64Array(CHUNK_ROWS);
  const cell = identifier(keys, numbers, place);
  const choose = (chunk: Chunk, subject: Subject): void => {
    draws.put(chunk, subject, numbers);
    putPlaced(drawn, numbers, chunk);
    if (!isUuid) for (let r = 0; r < chunk.rows; r++) numbers[r]++;
  };
  const isListed = (form === 'text' || form === 'pattern') && size <= MAX_LISTED;
  const textOf = (n: number): string =>
    patterns === undefined ? `${prefix}${n}` : patternedText(patterns, n);
  return {
    ...after(choose, cell),
    ...needsOf(draws),
    ...(isListed && {
      values: entries(
        Array.from({ length: size }, (_, n) => textOf(n + 1)),
        (chunk, subject, made) => {
          draws.put(chunk, subject, made);
          putPlaced(drawn, made, chunk);
        },
      ),
    }),
  };
}

/** Sets the numbers of rows, indexed by `selection`. */
function putPlaced(all: Float64Array, numbers: Float64Array, { rows, selection }: Chunk): void {
  for (let r = 0; r < rows; r++) all[selection[r]] = numbers[r];
}

const QUOTE = 0x22;

/** How to write a number as an identifier. */
export interface Identifiers {
  readonly form: 'integer' | 'uuid' | 'text' | 'pattern';
  /** Text before the number, for the form `text`. */
  readonly prefix: string;
  /** Patterns of the texts, for the form `pattern`. */
  readonly patterns?: KeyPatterns | undefined;
  /** What the numbers identify. The same name gives the same UUIDs. */
  readonly name: string;
}

/**
 * Writes numbers as identifiers.
 *
 * @param numbers one per row of the chunk, whole, 0 to 2^53 − 1. Set them before calling `column`
 */
export function identifier(
  { form, prefix, patterns, name }: Identifiers,
  numbers: Float64Array,
  { lead }: Place,
): Writing & Pick<Cell, 'values'> {
  if (form === 'uuid') return uuids(name, numbers, lead);
  if (form === 'pattern' && patterns !== undefined) return patterned(patterns, numbers, lead);
  return form === 'integer'
    ? { ...numbered(numbers, lead, ''), values: () => ({ kind: 'number', make: copies(numbers) }) }
    : numbered(numbers, `${lead}"${jsonInner(prefix)}`, '"');
}

const copies =
  (numbers: Float64Array): Values['make'] =>
  ({ rows }, _, made) => {
    for (let r = 0; r < rows; r++) made[r] = numbers[r];
  };

/** A cell that runs after something that sets the numbers. */
export function after(
  set: (chunk: Chunk, subject: Subject) => void,
  { maxBytes, column, values }: Writing & Pick<Cell, 'values'>,
): Writing & Pick<Cell, 'values'> {
  return {
    maxBytes,
    column(chunk, subject) {
      set(chunk, subject);
      column(chunk, subject);
    },
    values() {
      const known = values?.();
      return (
        known && {
          ...known,
          make(chunk, subject, numbers) {
            set(chunk, subject);
            known.make(chunk, subject, numbers);
          },
        }
      );
    },
  };
}

function uuids(name: string, numbers: Float64Array, lead: string): Writing {
  const cell = uuid({ path: `\nkey\n${name}`, lead });
  const subject = newSubject(CHUNK_ROWS);
  return {
    maxBytes: cell.maxBytes,
    column(chunk) {
      indexesAsSubjects(subject, chunk.seed, numbers, chunk.rows);
      cell.column(chunk, subject);
    },
  };
}

function numbered(numbers: Float64Array, before: string, after: '' | '"'): Writing {
  const lead = pool([before]);
  return {
    maxBytes: lead.stride * 8 + 32,
    column(chunk) {
      putSame(chunk, 0, chunk.rows, lead, lead.lengths[0]);
      putNumbers(chunk, numbers, after.length);
    },
  };
}

/** Appends numbers, and so many quotes. */
function putNumbers({ view, at, rows }: Chunk, numbers: Float64Array, quotes: number): void {
  for (let r = 0; r < rows; r++) {
    const x = numbers[r];
    const end = x < 1e8 ? putShort(view, at[r], x | 0) : putInteger(view, at[r], x);
    view.setInt8(end, QUOTE);
    at[r] = end + quotes;
  }
}

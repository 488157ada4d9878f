import type { Cell, Chunk, Place, Values, Writing } from '../engine/cell.ts';
import { indexesAsSubjects, newSubject, type Subject } from '../../../numeric/random.ts';
import { putInteger, putShort } from '../number/digits.ts';
import { putSame } from '../choice/put-texts.ts';
import { jsonInner } from '../engine/json.ts';
import { pool } from '../engine/pool.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import { patterned, type KeyPatterns } from './patterned.ts';
import { uuid } from '../text/uuid.ts';

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

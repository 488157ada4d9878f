import { draw, drawKey, type Subject } from '../../../numeric/random.ts';
import { constant } from '../choice/choice.ts';
import {
  type Cell,
  type Chunk,
  CHUNK_ROWS,
  needsOf,
  type Place,
  rewritten,
  type Values,
} from '../engine/cell.ts';
import type { Column } from '../engine/column.ts';
import { merged } from '../engine/merge.ts';
import { pool, putWords } from '../engine/pool.ts';
import { newSubset } from '../engine/subset.ts';

/** Shares of all rows, each from 0 to 1, together at most 1. */
export interface Absence {
  /** Share of rows whose value is null. */
  readonly nulls: number;
  /** Share of rows without the field. */
  readonly missing: number;
}

/** Makes cells that write null in rows where those of `make` write nothing: lists have no missing elements. */
export function neverMissing(make: (lead: string) => Cell): (lead: string) => Cell {
  // Scratch, shared by all elements.
  const starts = new Int32Array(CHUNK_ROWS);
  return (lead) => {
    const cell = make(lead);
    const nothing = pool([`${lead}null`]);
    const written = rewritten(cell, {
      maxBytes: Math.max(cell.maxBytes, nothing.stride * 8),
      column(chunk, subject) {
        const { at, rows } = chunk;
        for (let r = 0; r < rows; r++) starts[r] = at[r];
        cell.column(chunk, subject);
        for (let r = 0; r < rows; r++) {
          if (at[r] !== starts[r]) continue;
          putWords(chunk.view, at[r], nothing.words, 0, nothing.stride);
          at[r] += nothing.lengths[0];
        }
      },
    });
    return { ...written, member: undefined };
  };
}

/** Whether a value is written, null is, or nothing is. */
type Presence = 'value' | 'null' | 'nothing';
type PresenceOf = (chunk: Chunk, subject: Subject, r: number) => Presence;

/** Omits the field in some rows and writes null in others. A single draw decides both, so the shares never overlap. */
export function withAbsence(cell: Cell, { nulls, missing }: Absence, { path, lead }: Place): Cell {
  const { key, odd } = drawKey(`${path}\nabsence`, 0);
  const belowMissing = missing * 2 ** 32;
  const belowNull = (missing + nulls) * 2 ** 32;
  const presenceOf: PresenceOf = (_, { a, b }, r) => {
    const share = draw(a[r], b[r], key, odd) >>> 0;
    return share >= belowNull ? 'value' : share >= belowMissing ? 'null' : 'nothing';
  };
  const known = sometimes(cell, presenceOf, lead);
  return missing > 0 ? known : { ...known, values: () => nullable(cell, presenceOf) };
}

/** The values of a cell, with null in some rows. */
function nullable(cell: Cell, presenceOf: PresenceOf): Values | undefined {
  // A decision is only known where the cell runs.
  const values = cell.decision === undefined ? cell.values?.() : undefined;
  const common = values && merged([values, { kind: 'entry', table: [null] }]);
  if (values === undefined || common === undefined) return undefined;
  const [to, none = NULLS] = common.to;
  return {
    ...common.meaning,
    make(chunk, subject, numbers) {
      values.make(chunk, subject, numbers);
      for (let r = 0; r < chunk.rows; r++) {
        const isNull = presenceOf(chunk, subject, r) !== 'value';
        numbers[r] = isNull ? none[0] : to === undefined ? numbers[r] : to[numbers[r]];
      }
    },
  };
}

const NULLS = Float64Array.of(NaN);

/** Omits the field in rows in which a condition does not hold. */
export const onlyWhere = (cell: Cell, condition: Condition): Cell => ({
  ...sometimes(cell, (chunk, _, r) => (condition.holds(chunk, r) ? 'value' : 'nothing'), '', condition.begin),
  usesTime: cell.usesTime === true || condition.usesTime,
  usesIndex: cell.usesIndex === true || condition.usesIndex,
});

/** Omits the field in rows in which another one is missing. */
export function lacksWith(cell: Cell, other: Column): Cell {
  if (!other.isOptional) return cell;
  const texts = other.texts();
  const { usesTime, usesIndex } = other;
  const holds = (chunk: Chunk, r: number): boolean => texts.start(chunk, r) < texts.end(chunk, r);
  return onlyWhere(cell, { holds, begin: () => undefined, usesTime, usesIndex });
}

/** A condition on a row. */
export interface Condition {
  holds(chunk: Chunk, r: number): boolean;
  /** Called with the subjects of the rows that come next. */
  readonly begin: (subject: Subject) => void;
  readonly usesTime: boolean;
  readonly usesIndex: boolean;
}

/** The cell in some rows, and null or nothing in the others. */
function sometimes(
  cell: Cell,
  presenceOf: PresenceOf,
  lead: string,
  begin?: (subject: Subject) => void,
): Cell {
  const nothing = constant(null, lead);
  const present = newSubset(CHUNK_ROWS, cell);
  const absent = newSubset(CHUNK_ROWS, nothing);
  const picked = new Int32Array(CHUNK_ROWS);
  const nulled = new Int32Array(CHUNK_ROWS);
  const decided = new Float64Array(CHUNK_ROWS);
  let here = 0;
  return {
    maxBytes: Math.max(cell.maxBytes, nothing.maxBytes),
    ...needsOf(cell),
    decision: cell.decision && { ...cell.decision, numbers: decided, isPartial: true },
    measure(chunk, subject) {
      begin?.(subject);
      here = 0;
      let none = 0;
      for (let r = 0; r < chunk.rows; r++) {
        const presence = presenceOf(chunk, subject, r);
        if (presence === 'value') picked[here++] = r;
        else if (presence === 'null') nulled[none++] = r;
      }
      present.select(chunk, subject, picked, 0, here);
      absent.select(chunk, subject, nulled, 0, none);
      return present.measure(cell);
    },
    column(chunk) {
      present.column(chunk, cell);
      absent.column(chunk, nothing);
      if (cell.decision === undefined) return;
      decided.fill(-1, 0, chunk.rows);
      for (let i = 0; i < here; i++) decided[picked[i]] = cell.decision.numbers[i];
    },
  };
}

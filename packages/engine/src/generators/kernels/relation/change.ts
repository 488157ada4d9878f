import { constant } from '../choice/choice.ts';
import { type Cell, needsOf } from '../engine/cell.ts';
import { jsonText } from '../engine/json-text.ts';
import { pool, putWords } from '../engine/pool.ts';
import { putInteger } from '../number/digits.ts';
import { concat } from '../structure/object.ts';
import { type Choice, variants } from '../structure/variants.ts';

/** What a step does to its row of the table: create, read, update or delete it; null: a tombstone after the delete. */
export type Op = 'c' | 'r' | 'u' | 'd' | null;

/** How changes are written. */
export interface Changes {
  /** What the steps of each state do. */
  readonly ops: readonly Op[];
  /** Name of the table. */
  readonly table: string;
  /** Writes the row as it is after a step; or, with 1, as it was before. @param lead text before it */
  readonly record: (back: 0 | 1, lead: string) => Cell;
}

/** Writes the row after each change; null after a delete. */
export function changedRow({ ops, record }: Changes, lead: string): Cell {
  return either(record(0, lead), constant(null, lead), isPresent(ops));
}

/** Writes changes in the envelope of Debezium. https://debezium.io/documentation/reference/stable/connectors/postgresql.html#postgresql-events */
export function changeEnvelope({ ops, table, record }: Changes, lead: string): Cell {
  const side = (back: 0 | 1, name: string, isShown: (op: Op) => boolean): Cell =>
    either(
      record(back, name),
      constant(null, name),
      ops.map((op) => isShown(op)),
    );
  const envelope = concat([
    side(1, `${lead}{"before":`, (op) => op === 'u' || op === 'd'),
    side(0, ',"after":', (op) => op !== 'd'),
    sourceOf(ops, table),
  ]);
  const isTombstone = ops.map((op) => op === null);
  return isTombstone.includes(true)
    ? either(
        envelope,
        constant(null, lead),
        isTombstone.map((is) => !is),
      )
    : envelope;
}

const isPresent = (ops: readonly Op[]): readonly boolean[] => ops.map((op) => op !== 'd' && op !== null);

/** The first cell in rows whose state is among those marked, else the other. */
function either(marked: Cell, other: Cell, isMarked: readonly boolean[]): Cell {
  const choose: Choice = ({ rows, steps }, _, chosen) => {
    for (let r = 0; r < rows; r++) chosen[r] = isMarked[steps.state[r]] ? 0 : 1;
  };
  return { ...variants([marked, other], choose), ...needsOf(marked, other, { usesSteps: true }) };
}

/** The end of an envelope: table, number of the change, operation and time. */
function sourceOf(ops: readonly Op[], table: string): Cell {
  const source = pool([`,"source":{"table":${jsonText(table)},"sequence":`]);
  const op = pool(ops.map((each) => `},"op":${jsonText(each)},"ts_ms":`));
  return {
    maxBytes: source.stride * 8 + op.stride * 8 + 48,
    usesSteps: true,
    usesTime: true,
    column(chunk) {
      const { view, at, rows, steps, ms } = chunk;
      for (let r = 0; r < rows; r++) {
        const state = steps.state[r];
        putWords(view, at[r], source.words, 0, source.stride);
        let end = putInteger(view, at[r] + source.lengths[0], steps.nth[r] + 1);
        putWords(view, end, op.words, state * op.stride, op.stride);
        end = putInteger(view, end + op.lengths[state], ms[r]);
        view.setInt8(end, CLOSE_BRACE);
        at[r] = end + 1;
      }
    },
  };
}

const CLOSE_BRACE = 0x7d;

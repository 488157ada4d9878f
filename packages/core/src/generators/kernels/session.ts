import type { Cell, Place } from './cell.ts';
import { constant } from './choice.ts';
import type { Column } from './column.ts';
import { identifier, type Identifiers } from './identifier.ts';
import { pool } from './pool.ts';
import { RUN_ROWS } from './run-rows.ts';
import { variants } from './variants.ts';

/** Identifiers of what another field decided; null where that one is null or missing. */
export function identifierOf(column: Column, identifiers: Identifiers, place: Place): Cell {
  const { decision } = column;
  if (decision === undefined) throw new Error('Nothing is decided there');
  const numbers = new Float64Array(RUN_ROWS);
  const written = identifier(identifiers, numbers, place);
  const cell: Cell = {
    maxBytes: written.maxBytes,
    usesIndex: column.usesIndex,
    usesTime: column.usesTime,
    column(run, who) {
      for (let r = 0; r < run.rows; r++) numbers[r] = decision.numbers[run.origin[r]];
      written.column(run, who);
    },
  };
  if (!decision.isPartial) return cell;
  return variants([cell, constant(pool([`${place.lead}null`]))], ({ origin, rows }, _, chosen) => {
    for (let r = 0; r < rows; r++) chosen[r] = decision.numbers[origin[r]] < 0 ? 1 : 0;
  });
}

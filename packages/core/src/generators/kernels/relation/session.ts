import type { Cell, Place } from '../engine/cell.ts';
import { constant } from '../choice/choice.ts';
import type { Column } from '../engine/column.ts';
import { after, identifier, type Identifiers } from './identifier.ts';
import { needsOf } from '../engine/needs.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import { variants } from '../structure/variants.ts';

/** Writes identifiers for another field's decisions; null if that field is null or missing. */
export function identifierOf(column: Column, identifiers: Identifiers, place: Place): Cell {
  const { decision } = column;
  if (decision === undefined) throw new Error('The column has no decision');
  const numbers = new Float64Array(CHUNK_ROWS);
  const written = identifier(identifiers, numbers, place);
  const cell: Cell = {
    ...after((chunk) => {
      for (let r = 0; r < chunk.rows; r++) numbers[r] = decision.numbers[chunk.origin[r]];
    }, written),
    ...needsOf(column),
    decision: { ...decision, numbers },
  };
  if (!decision.isPartial) return cell;
  return variants([cell, constant(null, place.lead)], ({ origin, rows }, _, chosen) => {
    for (let r = 0; r < rows; r++) chosen[r] = decision.numbers[origin[r]] < 0 ? 1 : 0;
  });
}

import type { Cell, Chunk, Place } from '../engine/cell.ts';
import { drawKey } from '../../../numeric/random.ts';
import { constant } from '../choice/choice.ts';
import type { Column } from '../engine/column.ts';
import { after, identifier, type Identifiers } from './identifier.ts';
import { needsOf } from '../engine/needs.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import { variants } from '../structure/variants.ts';

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

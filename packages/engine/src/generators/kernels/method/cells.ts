import type { Cell, Place } from '../engine/cell.ts';
import { literal, quoted, sequence, type Piece } from '../record/piece.ts';
import { newDraws, type Draws } from './draws.ts';

/** Writes the values of a method of faker. @param make the value as JSON, without its lead */
export function methodCell(place: Place, make: (draws: Draws) => Piece): Cell {
  const draws = newDraws(place.path);
  return drawnCell(draws, sequence([literal(place.lead), make(draws)]), false);
}

/** Writes the texts of a method of faker. Undefined if they cannot be written. @param make the text, as the inside of a JSON string */
export function textCell(
  place: Place,
  make: (draws: Draws) => Piece | undefined,
  usesTime = false,
): Cell | undefined {
  const draws = newDraws(place.path);
  const text = make(draws);
  return text && drawnCell(draws, quoted(place.lead, text), usesTime);
}

const drawnCell = (draws: Draws, value: Piece, usesTime: boolean): Cell => ({
  maxBytes: value.maxBytes,
  usesTime,
  column(chunk, { a, b }) {
    const { at, rows } = chunk;
    for (let r = 0; r < rows; r++) {
      draws.begin(a[r], b[r]);
      at[r] = value.put(chunk, at[r], a[r], b[r], r);
    }
  },
});

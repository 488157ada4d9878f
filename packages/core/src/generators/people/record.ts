import type { Scope } from '../generator.ts';
import type { Cell } from '../kernels/engine/cell.ts';
import { literal, pieceCell, sequence } from '../kernels/record/piece.ts';
import type { Members } from './place.ts';

/** All members as an object, or the one that a path leads to. */
export function recordCell(members: Members, scope: Scope): Cell {
  if (scope.member !== undefined) {
    const make = members[scope.member];
    if (make === undefined) throw new Error(`Unknown member ${scope.member}`);
    return pieceCell(make(scope.lead));
  }
  const pieces = Object.entries(members).map(([name, make], i) =>
    make(`${i === 0 ? `${scope.lead}{` : ','}${JSON.stringify(name)}:`),
  );
  return pieceCell(sequence([...pieces, literal('}')]));
}

import type { Growth } from '../../../numeric/growth.ts';
import type { Subject } from '../../../numeric/random.ts';
import { constant } from '../choice/choice.ts';
import type { Cell, Chunk } from '../engine/cell.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import { needsOf, type Needs } from '../engine/needs.ts';
import { rounded15 } from '../number/number-text.ts';
import { variants } from '../structure/variants.ts';
import { drawnEntity } from './entity.ts';
import { populationOf, type Pool } from './skew.ts';

/** What computes the numbers of entities, from 1. */
export interface Numbering extends Needs {
  /** Called with the subjects of the rows to evaluate next. */
  readonly begin: (subject: Subject) => void;
  readonly evaluate: (chunk: Chunk, r: number) => unknown;
}

/**
 * Writes the key of the entity with a computed number, and null where there is no such entity.
 *
 * @param pool the entities that exist
 * @param key writes the key of the entities that are its rows
 */
export function numberedEntity(
  entity: { readonly name: string; readonly size: number; readonly grow?: Growth },
  pool: Pick<Pool, 'size' | 'grow'>,
  { begin, evaluate, ...needs }: Numbering,
  key: Cell,
  lead: string,
): Cell {
  const population = populationOf(pool);
  /** Indexes of entities, −1 for none: of each row, and the same by `selection` for the rows that have one. */
  const [numbers, chosenNumbers] = [new Float64Array(CHUNK_ROWS), new Float64Array(CHUNK_ROWS)];
  const drawn = drawnEntity(
    entity,
    {
      put({ rows, selection }, _, entities) {
        for (let r = 0; r < rows; r++) entities[r] = chosenNumbers[selection[r]];
      },
    },
    key,
  );
  const cell = variants([drawn, constant(null, lead)], (chunk, subject, chosen) => {
    const counts = population.counts(chunk);
    begin(subject);
    for (let r = 0; r < chunk.rows; r++) {
      const value = evaluate(chunk, r);
      const number = typeof value === 'number' ? rounded15(value) : 0;
      const exists = Number.isInteger(number) && number >= 1 && number <= counts[r];
      numbers[r] = exists ? number - 1 : -1;
      chosenNumbers[chunk.selection[r]] = numbers[r];
      chosen[r] = exists ? 0 : 1;
    }
  });
  return {
    ...cell,
    ...needsOf(needs, population, cell),
    decision: { kind: 'entity', entity: entity.name, numbers, isPartial: true },
  };
}

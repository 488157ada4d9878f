import type { Field } from '../../model/schema.ts';
import { emptyContext, type Compiler } from './context.ts';
import { versionCells as cellsOfVersions } from './entity.ts';
import { namedCell } from './field.ts';
import { fieldColumns, objectMembers } from './object.ts';
import type { Versioned } from '../scope.ts';
import type { Cell } from '../kernels/engine/cell.ts';
import { concat } from '../kernels/structure/concat.ts';
import { withChoices } from './localised.ts';
import type { Sources } from './sources.ts';

const compiler: Compiler = { field: namedCell, members: objectMembers, columns: fieldColumns };

/** The cells of a whole row, without its closing brace. @throws Error naming the field with invalid arguments */
export function rowCells(fields: readonly Field[], sources: Sources): readonly Cell[] {
  const context = emptyContext({ compiler, sources });
  const { cells } = objectMembers(fields, { path: '', lead: '' }, context);
  return context.choices.size === 0 ? cells : [withChoices(context.choices, concat(cells))];
}

/** The cells of a row of versions of an entity, without its closing brace. @throws Error naming the field with invalid arguments */
export const versionCells = (versioned: Versioned, lead: string, sources: Sources): readonly Cell[] =>
  cellsOfVersions(versioned, lead, emptyContext({ compiler, sources }));

import { catbirdTypes } from './families/catbird.ts';
import { datatypeTypes, numberTypes } from './families/number.ts';
import { stringTypes } from './families/string.ts';
import { structureTypes } from './families/structure.ts';
import type { GeneratorType } from './generator.ts';

/** Generator types by their names. */
export type TypesByName = ReadonlyMap<string, GeneratorType>;

/** @param types none of them has the name of another */
export const byName = (types: readonly GeneratorType[]): TypesByName =>
  new Map(types.map((type) => [type.name, type]));

/** Types of plain values, which need no data. The others are known once `knowAllTypes` of the catalogue was called. */
let known = byName([...structureTypes, ...catbirdTypes, ...datatypeTypes, ...numberTypes, ...stringTypes]);

/** Makes these types known in place of those that were. */
export function knowTypes(types: TypesByName): void {
  known = types;
}

/** The generator type with exactly this name, or undefined if none is known. Only `parseSchema` resolves old names. */
export const findType = (name: string): GeneratorType | undefined => known.get(name);

/** The names of all known types. */
export const typeNames = (): readonly string[] => [...known.keys()];

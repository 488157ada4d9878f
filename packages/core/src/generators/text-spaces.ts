import { listOf } from './kernels/text/list-types.ts';
import type { Sex } from './kernels/text/names.ts';
import { wordingsOf } from './kernels/text/pattern-types.ts';
import { listSpace, type ValueSpace } from './value-space.ts';
import { wordingSpace } from './wording-space.ts';

function spacesOnce() {
  const known = new Map<string, ValueSpace | undefined>();
  return (type: string, sex?: Sex): ValueSpace | undefined => {
    const id = `${type} ${sex ?? ''}`;
    if (!known.has(id)) known.set(id, newSpace(type, sex));
    return known.get(id);
  };
}

/** The different values of a type that picks from lists or fills patterns, without arguments other than a sex; undefined for other types. */
export const spaceOf = spacesOnce();

function newSpace(type: string, sex?: Sex): ValueSpace | undefined {
  const list = sex === undefined ? listOf(type) : undefined;
  if (list !== undefined) return listSpace(list);
  const wordings = wordingsOf(type, sex)?.();
  return wordings && wordingSpace(wordings);
}

import { english, remembering } from '../kernels/text/definitions.ts';
import { listOf } from '../kernels/text/list-types.ts';
import type { Sex } from '../kernels/text/names.ts';
import { wordingsOf } from '../kernels/text/pattern-types.ts';
import { listSpace, type ValueSpace } from './value-space.ts';
import { wordingSpace } from './wording-space.ts';

const remembered = remembering<ValueSpace | undefined>();

/** The different values of a type that picks from lists or fills patterns, without arguments other than a sex; undefined for other types. */
export const spaceOf = (type: string, sex?: Sex, lexicon = english): ValueSpace | undefined =>
  remembered(lexicon, `${type} ${sex ?? ''}`, () => newSpace(type, sex, lexicon));

function newSpace(type: string, sex: Sex | undefined, lexicon = english): ValueSpace | undefined {
  const list = sex === undefined ? listOf(type, lexicon) : undefined;
  if (list !== undefined) return listSpace(list);
  const wordings = wordingsOf(type, sex, lexicon);
  return wordings && wordingSpace(wordings);
}

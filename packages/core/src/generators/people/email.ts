import { permutation } from '../../numeric/permutation.ts';
import { draw, drawKey } from '../../numeric/random.ts';
import type { DrawnName } from './naming.ts';
import { byWeights, fraction, type Pick } from '../kernels/record/pick.ts';
import {
  decimal,
  distinctNumber,
  literal,
  partOf,
  sequence,
  variant,
  type Piece,
} from '../kernels/record/piece.ts';

/** What the name of an account is made of. */
export interface AccountParts {
  readonly first: DrawnName;
  readonly last: DrawnName;
  /** The year of birth. */
  readonly year: Pick;
  /** The number of entities, if addresses of different ones must differ. */
  readonly distinct: number | undefined;
}

/** `f` and `l` are initials, `first` and `last` the names, `yy` the year of birth, and `n` a number of two to four digits. */
const FORMS: readonly (readonly [weight: number, form: readonly string[]])[] = [
  [28, ['first', '.', 'last']],
  [12, ['first', 'last']],
  [10, ['f', 'last']],
  [6, ['f', '.', 'last']],
  [5, ['first', 'l']],
  [5, ['last', '.', 'first']],
  [4, ['first', '_', 'last']],
  [10, ['first', '.', 'last', 'yy']],
  [7, ['first', 'yy']],
  [8, ['first', 'last', 'n']],
  [5, ['f', 'last', 'n']],
];

/** The same, with a number that differs between entities. */
const DISTINCT: typeof FORMS = [
  [40, ['first', '.', 'last', 'distinct']],
  [25, ['first', 'last', 'distinct']],
  [20, ['f', 'last', 'distinct']],
  [15, ['first', 'distinct']],
];

/** A name that an account may have, without quotes. */
export function accountName(parts: AccountParts, path: string): Piece {
  const { first, last, year, distinct } = parts;
  const some = fraction(`${path}\nn`);
  const pieces: Readonly<Record<string, Piece>> = {
    first: asciiOf(first),
    last: asciiOf(last),
    f: initialOf(first),
    l: initialOf(last),
    yy: decimal((a, b) => year(a, b) % 100, 0),
    n: decimal((a, b) => numberOf(some(a, b)), 0),
    ...(distinct !== undefined && { distinct: distinctOf(distinct, path) }),
  };
  const forms = distinct === undefined ? FORMS : DISTINCT;
  return variant(
    forms.map(([, form]) => sequence(form.map((part) => pieces[part] ?? literal(part)))),
    byWeights(
      forms.map(([weight]) => weight),
      `${path}\nform`,
    ),
  );
}

const asciiOf = ({ lists, list, index }: DrawnName): Piece =>
  partOf(
    lists.map(({ ascii }) => ascii),
    list,
    index,
  );

/** The first letter. */
const initialOf = ({ lists, list, index }: DrawnName): Piece =>
  partOf(
    lists.map(({ initials }) => initials),
    list,
    index,
  );

/** Mostly short numbers: from 1 to 9,999, with logarithms that are evenly spread. */
const numberOf = (at: number): number =>
  at < 0.4 ? 1 + Math.floor(at * 247) : 100 + Math.floor((at - 0.4) * 16_500);

/** The largest number of entities whose order can be permuted. */
const MOST = 2 ** 30;

function distinctOf(size: number, path: string): Piece {
  const [low, high] = [drawKey(`${path}\ndistinct`, 0), drawKey(`${path}\ndistinct`, 1)];
  if (size > MOST) return distinctNumber((index) => index + 1);
  const permuted = permutation(size);
  return distinctNumber(
    (index, { s0, s1 }) =>
      permuted(index, draw(s0, s1, low.key, low.odd), draw(s0, s1, high.key, high.odd)) + 1,
  );
}

/** An email address, without quotes. */
export const emailOf = (name: Piece, domain: Piece): Piece => sequence([name, literal('@'), domain]);

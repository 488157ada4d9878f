import type { LocaleData } from '../../data/store.ts';
import { permutation } from '../../numeric/permutation.ts';
import { draw, drawKey } from '../../numeric/random.ts';
import { fraction, inGroup, inList, type Pick, remembered } from '../kernels/record/pick.ts';
import {
  decimal,
  distinctNumber,
  literal,
  partOf,
  type Piece,
  quoted,
  sequence,
  variant,
} from '../kernels/record/piece.ts';
import { localeNames, type LocaleNames, type NameList } from './names.ts';
import type { Members } from './place.ts';

/** Names of several lists, and which of them a row has. */
interface DrawnName {
  readonly lists: readonly NameList[];
  /** The list: two of each locale. */
  readonly list: Pick;
  /** The name in its list. */
  readonly index: Pick;
}

/** The names of a person. */
interface Naming {
  readonly members: Members;
  readonly first: DrawnName;
  readonly last: DrawnName;
}

/** Draws first and last name from the lists of a locale and a sex. */
export function nameMembers(locales: readonly LocaleData[], locale: Pick, sex: Pick, path: string): Naming {
  const all = locales.map(localeNames);
  const list = remembered((a, b) => locale(a, b) * 2 + sex(a, b));
  const drawn = (lists: readonly NameList[], at: string): DrawnName => {
    const sizes = lists.map(({ names }) => names.length);
    return { lists, list, index: remembered(inList(sizes, list, `${path}\n${at}`)) };
  };
  const first = drawn(
    all.flatMap((each) => each.first),
    'first',
  );
  const lasts = all.flatMap((each) => each.last);
  const [last, second] = [drawn(lasts, 'last'), drawn(lasts, 'second')];
  const lastName = ({ hasTwoLast }: LocaleNames): Piece =>
    hasTwoLast ? sequence([nameOf(last), literal(' '), nameOf(second)]) : nameOf(last);
  const inLocale =
    (write: (names: LocaleNames) => Piece) =>
    (lead: string): Piece =>
      quoted(lead, variant(all.map(write), locale));
  return {
    members: {
      firstName: (lead) => quoted(lead, nameOf(first)),
      lastName: inLocale(lastName),
      name: inLocale((each) => fullName(each, nameOf(first), lastName(each))),
    },
    first,
    last,
  };
}

const nameOf = ({ lists, list, index }: DrawnName): Piece =>
  partOf(
    lists.map(({ names }) => names),
    list,
    index,
  );

const fullName = ({ isLastFirst, separator }: LocaleNames, first: Piece, last: Piece): Piece =>
  sequence(isLastFirst ? [last, literal(separator), first] : [first, literal(separator), last]);

/** What the name of an account is made of. */
export interface AccountParts {
  readonly first: DrawnName;
  readonly last: DrawnName;
  /** The year of birth. */
  readonly year: Pick;
  /** The number of entities, if addresses of different ones must differ. */
  readonly distinct: number | undefined;
}

/** `f` is an initial, `first` and `last` the names, `yy` the year of birth, and `n` a number. */
const FORMS: readonly (readonly [weight: number, form: readonly string[]])[] = [
  [24, ['first', '.', 'last']],
  [9, ['first', 'last']],
  [5, ['last', '.', 'first']],
  [4, ['first', '_', 'last']],
  [14, ['first', '.', 'last', 'yy']],
  [6, ['first', 'last', 'yy']],
  [6, ['f', 'last', 'yy']],
  [10, ['first', 'last', 'n']],
  [6, ['first', '.', 'last', 'n']],
  [8, ['f', 'last', 'n']],
  [8, ['first', 'n']],
];
/** Names of a locale from which on addresses without a number are as common as the weights say. With fewer, most would be taken. */
const MANY_NAMES = 100_000;

/** The weights of the forms in a locale with so many combinations of names. */
const weightsFor = (names: number): readonly number[] =>
  FORMS.map(([weight, form]) =>
    form.includes('yy') || form.includes('n') ? weight : weight * Math.min(1, names / MANY_NAMES),
  );

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
    yy: decimal((a, b) => year(a, b) % 100, 0),
    n: decimal((a, b) => numberOf(some(a, b)), 0),
    ...(distinct !== undefined && { distinct: distinctOf(distinct, path) }),
  };
  const forms = distinct === undefined ? FORMS : DISTINCT;
  const weights =
    distinct === undefined ? combinations(parts).map(weightsFor) : [DISTINCT.map(([weight]) => weight)];
  // Both lists of a locale, women's and men's, have the same weights.
  const form = inGroup(weights, distinct === undefined ? first.list : () => 0, `${path}\nform`);
  return variant(
    forms.map(([, parts]) => sequence(parts.map((part) => pieces[part] ?? literal(part)))),
    (a, b) => form(a, b) % forms.length,
  );
}

/** How many combinations of names each list has. */
const combinations = ({ first, last }: AccountParts): readonly number[] =>
  first.lists.map(({ names }, n) => names.length * (last.lists[n]?.names.length ?? 1));

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

/** A number of up to two digits for one in five, else up to four. */
const numberOf = (at: number): number =>
  at < 0.2 ? 1 + Math.floor(at * 495) : 100 + Math.floor((at - 0.2) * 12_375);

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

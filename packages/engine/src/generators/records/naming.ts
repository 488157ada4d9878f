import type { LocaleData } from '../../data/store.ts';
import { inList, remembered, type Pick } from '../kernels/record/pick.ts';
import { literal, partOf, quoted, sequence, variant, type Piece } from '../kernels/record/piece.ts';
import type { Members } from './place.ts';
import { localeNames, type LocaleNames, type NameList } from './names.ts';

/** Names of several lists, and which of them a row has. */
export interface DrawnName {
  readonly lists: readonly NameList[];
  /** The list: two of each locale. */
  readonly list: Pick;
  /** The name in its list. */
  readonly index: Pick;
}

/** The names of a person. */
export interface Naming {
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

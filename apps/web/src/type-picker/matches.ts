import type { Found } from '@catbird/infer';
import type { TypeSummary } from '../worker/type-protocol.ts';

/** Categories of generator types, in the order in which they are shown. */
export const CATEGORIES = [
  'Numbers',
  'Text and ids',
  'People',
  'Internet',
  'Money and shops',
  'Dates and times',
  'Places',
  'Your own values',
  'From other fields',
  'Systems and logs',
  'Companies',
  'Everything else',
] as const;

/** A category of generator types. */
type Category = (typeof CATEGORIES)[number];

const BY_FAMILY: Readonly<Record<string, Category>> = {
  number: 'Numbers',
  string: 'Text and ids',
  lorem: 'Text and ids',
  word: 'Text and ids',
  person: 'People',
  phone: 'People',
  internet: 'Internet',
  image: 'Internet',
  commerce: 'Money and shops',
  finance: 'Money and shops',
  date: 'Dates and times',
  location: 'Places',
  helpers: 'Your own values',
  object: 'Your own values',
  oneOf: 'Your own values',
  system: 'Systems and logs',
  git: 'Systems and logs',
  database: 'Systems and logs',
  hacker: 'Systems and logs',
  company: 'Companies',
};

/** Types that belong elsewhere than their family, or whose family has everything. */
const BY_TYPE: Readonly<Partial<Record<Category, string>>> = {
  Numbers:
    'datatype.boolean catbird.normal catbird.logNormal catbird.exponential catbird.pareto catbird.poisson catbird.beta catbird.histogram catbird.sequence catbird.walk catbird.wave helpers.rangeToNumber',
  'Text and ids':
    'catbird.text catbird.key database.mongodbObjectId helpers.fromRegExp helpers.replaceSymbols helpers.slugify',
  People:
    'catbird.person internet.displayName internet.email internet.exampleEmail internet.username internet.password image.avatar image.avatarGitHub image.personPortrait',
  Internet:
    'catbird.browser catbird.osName catbird.browserName catbird.browserEngineName catbird.searchEngineName',
  'Money and shops': 'catbird.card catbird.product helpers.replaceCreditCardSymbols',
  'Dates and times':
    'catbird.timestampNow catbird.datetimeNow catbird.datetimeRecent catbird.datetimeBetween location.timeZone',
  Places: 'catbird.place catbird.latitudeNumeric catbird.longitudeNumeric catbird.route',
  'Your own values':
    'catbird.pick catbird.pickWeighted catbird.pickType catbird.sequentialArray catbird.dataset catbird.hierarchy catbird.map',
  'From other fields':
    'catbird.entity catbird.ref catbird.template catbird.lookup catbird.expression catbird.journey catbird.session catbird.step catbird.started catbird.next catbird.change',
  Companies: 'catbird.company',
};

const byType: ReadonlyMap<string, Category> = new Map(
  CATEGORIES.flatMap((category) =>
    (BY_TYPE[category]?.split(' ') ?? []).map((name) => [name, category] as const),
  ),
);

/** The category of a generator type. */
export const categoryOf = (name: string): Category =>
  byType.get(name) ?? BY_FAMILY[name.replace(/\..*/, '')] ?? 'Everything else';

/** Types that most schemas have. */
const COMMON = [
  'catbird.timestampNow',
  'string.uuid',
  'helpers.weightedArrayElement',
  'number.int',
  'catbird.logNormal',
  'catbird.key',
  'person.fullName',
  'internet.email',
];

/** The types to suggest for a field: those that its name finds, then common ones. */
export const suggested = (found: readonly string[]): readonly string[] =>
  [...new Set([...found.slice(0, COMMON.length - 2), ...COMMON])].slice(0, COMMON.length);

/** What the list is narrowed down to. */
export type Group = 'All' | 'Suggested' | Category;

/** All groups, in their order. */
export const GROUPS: readonly Group[] = ['All', 'Suggested', ...CATEGORIES];

type Search = (query: string) => readonly Found<TypeSummary>[];

/** The types of a group that match a query, the best first. */
export function matchesOf(
  search: Search,
  { query, group, field }: { readonly query: string; readonly group: Group; readonly field: string },
): readonly Found<TypeSummary>[] {
  // A list of values.
  if (query.includes(',')) return [];
  const found = search(query);
  if (group === 'Suggested') {
    const names = suggestedNames(search, field);
    const chosen = found.filter(({ type }) => names.includes(type.name));
    return query.trim() === ''
      ? chosen.toSorted((a, b) => names.indexOf(a.type.name) - names.indexOf(b.type.name))
      : chosen;
  }
  if (group !== 'All') return found.filter(({ type }) => categoryOf(type.name) === group);
  if (query.trim() !== '') return found;
  const rank = ({ type }: Found<TypeSummary>): number => CATEGORIES.indexOf(categoryOf(type.name));
  return found.toSorted((a, b) => rank(a) - rank(b));
}

/** How many types each group has. */
export function countsOf(types: readonly TypeSummary[]): ReadonlyMap<Group, number> {
  const counts = new Map<Group, number>([
    ['All', types.length],
    ['Suggested', Math.min(suggested([]).length, types.length)],
  ]);
  for (const { name } of types) {
    const category = categoryOf(name);
    counts.set(category, (counts.get(category) ?? 0) + 1);
  }
  return counts;
}

const suggestedNames = (search: Search, field: string): readonly string[] =>
  suggested(
    field === ''
      ? []
      : search(field)
          .filter(({ isClose }) => !isClose)
          .map(({ type }) => type.name),
  );

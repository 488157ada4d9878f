import type { Found } from '@catbird/core/search';
import type { TypeSummary } from '../worker/type-protocol.ts';
import { CATEGORIES, categoryOf, suggested, type Category } from './categories.ts';

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

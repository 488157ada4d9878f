import { plainName } from '../config.ts';
import type { Notes } from './not-followed.ts';
import type { Reference, Shape, Table } from './shape.ts';

/** Fields of a table that identify a row of another one, or of the same one. */
export interface Link {
  readonly fields: readonly string[];
  /** The name of the other table's stream. */
  readonly to: string;
  /** The fields of the other table, in the same order. */
  readonly targets: readonly string[];
  /** All fields may be null. */
  readonly isNullable: boolean;
  /** Whether the row that it refers to is in an earlier table, in the same one, or in one that is filled later. */
  readonly direction: 'earlier' | 'self' | 'later';
}

/** A table among others. */
export interface Related {
  readonly table: Table;
  /** The name of its stream and of its entity. */
  readonly name: string;
  /** The field by which others draw its rows: its key, or a hidden one. Undefined if none refers to it. */
  readonly key?: { readonly name: string; readonly shape?: Shape };
  readonly links: readonly Link[];
}

/** How tables refer to one another: each comes after those that it refers to, but for circles. */
export function relationsOf(tables: readonly Table[], notes: Notes): Related[] {
  const links = new Map(tables.map((table) => [table, linksOf(table, tables, notes)]));
  const linksIn = (table: Table): readonly Found[] => links.get(table) ?? [];
  const referred = new Set([...links.values()].flatMap((each) => each.map(({ to }) => to)));
  const done = new Set<Table>();
  return inOrder(tables, linksIn).map((table) => {
    const own = linksIn(table).map(({ to, isCut = false, ...link }): Link => {
      const direction = isCut ? 'later' : to === table ? 'self' : done.has(to) ? 'earlier' : 'later';
      if (direction === 'later' && !isCut) notes.add(circleNote(table, link, to));
      return { ...link, to: plainName(to.name), direction };
    });
    done.add(table);
    const key = referred.has(table) ? keyOf(table, own) : undefined;
    return { table, name: plainName(table.name), links: own, ...(key && { key }) };
  });
}

/** A link while tables are sorted. */
interface Found extends Omit<Link, 'to' | 'direction'> {
  readonly to: Table;
  /** It is null in all rows. */
  readonly isCut?: boolean;
}

const circleNote = (
  table: Table,
  { fields, isNullable }: Pick<Link, 'fields' | 'isNullable'>,
  to: Table,
): string => {
  const names = `${table.name} (${fields.join(', ')})`;
  return isNullable
    ? `Tables refer to one another in a circle: ${names} is null, because ${to.name} is filled later`
    : `Not followed: tables refer to one another in a circle, and ${names} cannot be null. Drop that FOREIGN KEY before you fill ${table.name}, and add it after ${to.name}`;
};

const isNamed = (name: string) => (each: { readonly name: string }) =>
  each.name.toLowerCase() === name.toLowerCase();

/** The references of a table that can be followed. */
function linksOf(table: Table, tables: readonly Table[], notes: Notes): Found[] {
  const single = table.fields.flatMap(({ name, references, referencedField }): Reference[] =>
    references === undefined
      ? []
      : [
          {
            fields: [name],
            table: references,
            ...(referencedField === undefined ? {} : { referencedFields: [referencedField] }),
          },
        ],
  );
  const taken = new Map<string, Found>();
  // One of several fields contains what those of its fields alone do. References to the own table come last.
  const isOwn = ({ table: to }: Reference): number => Number(isNamed(to)(table));
  const wanted = [...(table.references ?? []), ...single].sort(
    (a, b) => isOwn(a) - isOwn(b) || b.fields.length - a.fields.length,
  );
  return wanted.flatMap((reference) => {
    const names = `${table.name} (${reference.fields.join(', ')})`;
    const to = tables.findLast(isNamed(reference.table));
    if (to === undefined) {
      notes.add(`Not followed: ${names} refers to ${reference.table}, which was not read`);
      return [];
    }
    const found = resolved(reference, table, to);
    if (found === undefined) {
      notes.add(`Not followed: ${names} refers to fields of ${to.name} that are not its key`);
      return [];
    }
    const isCircular = to === table && found.fields.some((name) => found.targets.includes(name));
    if (isCircular) return cut(found, table, new Set([...taken.keys(), ...found.targets]), notes);
    const shared = found.fields.map((name) => taken.get(name)).filter((each) => each !== undefined);
    if (shared.length > 0)
      return isImplied(found, shared) ? [] : cut(found, table, new Set(taken.keys()), notes);
    for (const name of found.fields) taken.set(name, found);
    return [found];
  });
}

/** A reference that shares a field with another one can only be null, by a field of its own. */
function cut(found: Found, table: Table, taken: ReadonlySet<string>, notes: Notes): Found[] {
  const names = `${table.name} (${found.fields.join(', ')})`;
  const free = found.fields.filter(
    (name) => !taken.has(name) && table.fields.some((each) => each.name === name && each.isNullable === true),
  );
  notes.add(
    free.length === 0
      ? `Not followed: FOREIGN KEY of ${names}, which shares a field with another one`
      : `${free.join(', ')} of ${table.name} is null: FOREIGN KEY of ${names} shares a field with another one`,
  );
  return free.length === 0 ? [] : [{ ...found, fields: free, isNullable: true, isCut: true }];
}

/** Fields with their own names, and those of the other table. */
function resolved({ fields, referencedFields }: Reference, table: Table, to: Table): Found | undefined {
  const key = to.fields.filter(({ isKey }) => isKey === true).map(({ name }) => name);
  const wanted = referencedFields ?? (fields.length === 1 ? key : (to.keys?.[0] ?? []));
  const own = fields.map((name) => table.fields.find(isNamed(name))).filter((each) => each !== undefined);
  const targets = wanted
    .map((name) => to.fields.find(isNamed(name))?.name)
    .filter((each) => each !== undefined);
  if (own.length !== fields.length || targets.length !== fields.length) return undefined;
  const isNullable = own.every((each) => each.isNullable === true && each.isKey !== true);
  return { fields: own.map(({ name }) => name), targets, to, isNullable };
}

/** Whether the row that a larger reference draws already has a row of the other table. */
const isImplied = ({ fields, to, targets }: Found, [larger, ...others]: readonly Found[]): boolean =>
  larger !== undefined &&
  others.every((each) => each === larger) &&
  fields.every((name, i) => {
    const target = larger.to.fields.find(isNamed(larger.targets[larger.fields.indexOf(name)] ?? ''));
    const isSame = larger.to === to && target?.name === targets[i];
    return isSame || target?.references?.toLowerCase() === to.name.toLowerCase();
  });

/** Tables after those that they refer to. Circles are cut at a reference that may be null, if there is one. */
function inOrder(tables: readonly Table[], linksIn: (table: Table) => readonly Found[]): Table[] {
  const done = new Set<Table>();
  const rest = new Set(tables);
  const isReady = (table: Table, isNeeded: (link: Found) => boolean): boolean =>
    linksIn(table).every((link) => link.to === table || done.has(link.to) || !isNeeded(link));
  while (rest.size > 0) {
    const all = [...rest];
    const next =
      all.find((table) => isReady(table, () => true)) ??
      all.find((table) => isReady(table, ({ isNullable }) => !isNullable)) ??
      all[0];
    if (next === undefined) break;
    rest.delete(next);
    done.add(next);
  }
  return [...done];
}

/** The key of a table by which others draw its rows: its own if it is one field, else a hidden one. */
function keyOf({ name, fields }: Table, links: readonly Link[]): NonNullable<Related['key']> {
  const [shape, ...others] = fields.filter(({ isKey }) => isKey === true);
  const isLinked = links.some((link) => link.fields.includes(shape?.name ?? ''));
  const isPlain = shape !== undefined && others.length === 0 && !isLinked;
  if (isPlain && (isCounted(shape) || hasText(shape, fields))) return { name: shape.name, shape };
  let added = `${plainName(name)}_row`;
  while (fields.some(isNamed(added))) added += '_';
  return { name: added };
}

/** Whether a field can have the values 1, 2, 3 … */
export const isCounted = ({ kind, values = [], min = 0 }: Shape): boolean =>
  kind === 'whole number' && values.length === 0 && min <= 1;

/** Whether the number of an entity makes a key of it. In the expressions of an entity, `number` is that number. */
const hasText = ({ kind, values = [], pattern, minLength = 0 }: Shape, fields: readonly Shape[]): boolean =>
  kind === 'UUID' ||
  (kind === 'text' &&
    values.length === 0 &&
    pattern === undefined &&
    minLength < 2 &&
    !fields.some(isNamed('number')));

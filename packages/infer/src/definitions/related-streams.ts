import { plainName, textKey } from '../config.ts';
import type { SchemaObject } from '../draft.ts';
import { type Distinct, distinctRows } from './distinct.ts';
import { type FieldContext, tableFields } from './fields.ts';
import { newNotes, type Notes } from './not-followed.ts';
import { isCounted, type Link, type Related, relationsOf } from './links.ts';
import type { Sampled } from './sampled.ts';
import type { Definition, Shape, Table } from './shape.ts';
import type { Spec } from '../decide/decision.ts';

/** A schema for one table, or a config with a stream for each of several tables. */
export type Written = (
  | { readonly kind: 'schema'; readonly schema: SchemaObject }
  | { readonly kind: 'config'; readonly config: SchemaObject }
) & {
  /** What rows do not keep, a sentence each. */
  readonly notes: readonly string[];
};

/** How tables become a config. */
export interface ConfigPlan {
  /** Rows of a table. 0 leaves it out. */
  readonly rowsOf: (table: string) => number;
  /** What all streams share, such as the destination. */
  readonly shared: SchemaObject;
  /** What a stream has of its own, such as its settings. */
  readonly streamOf: (stream: string, table: Table, rows: number) => SchemaObject;
  /** What rows of a table show. Default: nothing */
  readonly sampledOf?: (table: string) => Sampled | undefined;
}

/** Rows of a table whose number is not known. */
export const SIZE = 1_000;

/** A file for each table, unless it says where its rows go. */
function planOf(tables: readonly Table[]): ConfigPlan {
  const destinations = new Set(tables.map(({ stream }) => stream?.['destination'] ?? 'file'));
  const [destination] = destinations;
  const isShared = destinations.size === 1;
  return {
    rowsOf: () => SIZE,
    shared: { ...(isShared ? { destination } : {}), eps: 'max' },
    streamOf: (name, { stream }) => {
      const file = { destination: 'file', settings: { path: `${name}.ndjson` } };
      const { destination: own, ...others } = stream ?? file;
      return isShared ? others : { destination: own, ...others };
    },
  };
}

/** Writes a definition as a schema, or as a config for `catbird run` in which tables share the keys that they refer to. */
export function written(definition: Definition): Written {
  const [{ rows, stream } = {}, ...others] = definition.tables;
  if (others.length > 0 || rows !== undefined || stream !== undefined)
    return writtenConfig(definition, planOf(definition.tables));
  const notes = newNotes();
  const [only] = relationsOf(withOwnNames(definition.tables, notes), notes);
  if (only === undefined) return { kind: 'schema', schema: {}, notes: [] };
  const distinct = distinctRows(only, () => SIZE, notes);
  const context = { entities: new Map(), distinct, isEntity: false };
  return { kind: 'schema', schema: tableFields(only, context), notes: notes.sentences() };
}

/** Writes tables as a config, even a single one. */
export function writtenConfig(
  definition: Definition,
  plan: ConfigPlan,
): Written & { readonly kind: 'config' } {
  const notes = newNotes();
  const named = withOwnNames(definition.tables, notes);
  const sized = sizedTables(relationsOf(named, notes), plan, notes);
  const entities = new Map(sized.map((each) => [each.related.name, each.related]));
  const declared = sized.flatMap(({ related, ...given }) =>
    isEntity(related) ? [[related.name, entityOf(related, given.size, { ...given, entities })]] : [],
  );
  const isFilled = ({ related: { table } }: Sized): boolean =>
    table.fields.some(({ isHidden }) => isHidden !== true);
  for (const { related } of sized.filter((each) => !isFilled(each)))
    notes.add(`Left out ${related.table.name}: the database generates all its columns`);
  const streams = named.flatMap((table) =>
    sized.filter((each) => each.related.table === table && isFilled(each)),
  );
  for (const { related } of streams.filter((each) => refersToItself(each.related)))
    notes.add(
      `Rows of ${related.table.name} refer to earlier ones of the same table: they are sent one request at a time`,
    );
  return {
    kind: 'config',
    config: {
      seed: 42,
      ...plan.shared,
      ...(declared.length === 0 ? {} : { entities: Object.fromEntries(declared) }),
      streams: Object.fromEntries(
        streams.map((each) => [each.related.name, streamOf(each, { entities, plan, streams })]),
      ),
    },
    notes: notes.sentences(),
  };
}

/** A table with its rows. */
interface Sized {
  readonly related: Related;
  readonly size: number;
  readonly distinct: Distinct;
  readonly sampled: Sampled | undefined;
}

/** How many rows each table gets: no more than can differ in their keys. */
function sizedTables(tables: readonly Related[], { rowsOf, sampledOf }: ConfigPlan, notes: Notes): Sized[] {
  const sizes = new Map<string, number>();
  return tables.flatMap((given): Sized[] => {
    const { table, name } = given;
    const wanted = table.rows ?? rowsOf(table.name);
    if (wanted === 0) return [];
    const related = { ...given, links: given.links.map((link) => filled(link, table, sizes, notes)) };
    const distinct = distinctRows(related, (stream) => sizes.get(stream) ?? SIZE, notes);
    const size = Math.min(wanted, distinct.most);
    if (size < wanted)
      notes.add(`${table.name} gets ${size} rows, because no more of them differ in their keys`);
    sizes.set(name, size);
    return [{ related, size, distinct, sampled: sampledOf?.(table.name) }];
  });
}

/** A reference to a table without rows can only be null. */
function filled(link: Link, { name }: Table, sizes: ReadonlyMap<string, number>, notes: Notes): Link {
  if (link.direction !== 'earlier' || sizes.has(link.to)) return link;
  if (!link.isNullable)
    notes.add(`Not followed: ${name} (${link.fields.join(', ')}) refers to ${link.to}, which gets no rows`);
  return { ...link, direction: 'later' };
}

/** Tables of different schemas may have one name: later ones get a number, which keeps their streams and files apart. Their fields cannot have the names that schemas need. */
function withOwnNames(tables: readonly Table[], notes: Notes): Table[] {
  const taken = new Set<string>();
  return tables.map((table) => {
    let { name } = table;
    for (let n = 2; taken.has(plainName(name).toLowerCase()); n++) name = `${table.name}_${n}`;
    taken.add(plainName(name).toLowerCase());
    const fields = withoutReserved(table.fields, (field) =>
      notes.add(`Skipped ${name}.${field}: the schema language uses its name`),
    );
    return { ...table, name, fields };
  });
}

/** Names that mean something else in schemas, however deep. */
const RESERVED: ReadonlySet<string> = new Set(['$entities', '$locale']);

/** Fields without those whose names schemas need. @param skip called with each of these names */
export function withoutReserved(
  fields: readonly Shape[],
  skip: (name: string) => void = () => undefined,
): Shape[] {
  return fields.flatMap((field): Shape[] => {
    if (RESERVED.has(field.name)) {
      skip(field.name);
      return [];
    }
    return [field.fields === undefined ? field : { ...field, fields: withoutReserved(field.fields, skip) }];
  });
}

const refersToItself = ({ links }: Related): boolean => links.some(({ direction }) => direction === 'self');

function streamOf(
  { related, size, ...given }: Sized,
  {
    entities,
    plan,
    streams,
  }: {
    readonly entities: ReadonlyMap<string, Related>;
    readonly plan: ConfigPlan;
    readonly streams: readonly Sized[];
  },
): SchemaObject {
  const { name, table, links } = related;
  const isBefore = ({ to, direction }: Link): boolean =>
    direction === 'earlier' && streams.some((each) => each.related.name === to);
  const before = [...new Set(links.filter(isBefore).map(({ to }) => to))];
  return {
    ...plan.streamOf(name, table, size),
    ...(before.length > 0 ? { startAfter: before } : {}),
    // A row must be stored before those that refer to it.
    ...(refersToItself(related) ? { delivery: { inFlight: 1 } } : {}),
    ...(isEntity(related)
      ? entityStream(related)
      : { limit: size, schema: tableFields(related, { ...given, entities, isEntity: false }) }),
  };
}

const entityStream = (related: EntityTable): SchemaObject => {
  const { name, key } = related;
  return key.shape === undefined || key.shape.isHidden === true
    ? { schema: withoutKey(related) }
    : { entity: name };
};

/** A table whose rows others draw. */
type EntityTable = Related & Required<Pick<Related, 'key'>>;

/** Whether other tables refer to one. */
const isEntity = (related: Related): related is EntityTable => related.key !== undefined;

/** The declaration of an entity. */
function entityOf(entity: EntityTable, size: number, context: Omit<FieldContext, 'isEntity'>): SchemaObject {
  const { name, shape } = entity.key;
  const own = keySpec(entity, size);
  return {
    size,
    keyName: name,
    ...(own === undefined ? {} : { key: own }),
    fields: tableFields(entity, { ...context, isEntity: true }, shape),
  };
}

/** A key that is not 1, 2, 3 …: each entity has its own. */
function keySpec({ name, table, key: { shape } }: EntityTable, size: number): Spec | undefined {
  if (shape === undefined || isCounted(shape)) return undefined;
  if (shape.kind === 'UUID') return { type: 'string.uuid' };
  const room = Math.max(0, (shape.maxLength ?? 255) - String(size).length - 1);
  const prefix = room === 0 ? '' : `${plainName(name).slice(0, room)}_`;
  return textKey(
    prefix,
    table.fields.map((field) => field.name),
  );
}

/** Rows of entities in the order of their keys, without a key that the database makes, or that only joins tables. */
const withoutKey = ({ name, key, table }: EntityTable): SchemaObject => ({
  [key.name]: { type: 'catbird.entity', params: { of: name, skew: 'inOrder' }, hidden: true },
  ...Object.fromEntries(
    table.fields
      .filter((field) => field.isHidden !== true)
      .map((field) => [field.name, { type: 'catbird.ref', params: `${key.name}.${field.name}` }]),
  ),
});

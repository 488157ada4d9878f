import type { Spec } from '../decide/decision.ts';
import { plainName, textKey } from '../config.ts';
import type { SchemaObject } from '../draft.ts';
import type { Definition, Shape, Table } from './shape.ts';
import { fieldsOf, specOf } from './specs.ts';

/** A schema for one table, or a config with a stream for each of several tables. */
export type Written =
  | { readonly kind: 'schema'; readonly schema: SchemaObject }
  | { readonly kind: 'config'; readonly config: SchemaObject };

/** Entities of a table that others refer to, and rows of the others. */
const SIZE = 1_000;

/** Writes a definition as a schema, or as a config for `catbird run` in which tables share the keys that they refer to. */
export function written(definition: Definition): Written {
  const tables = withOwnNames(definition.tables);
  const [only] = tables;
  if (only !== undefined && tables.length === 1) return { kind: 'schema', schema: schemaOf(only) };
  const entities = entitiesOf(tables);
  return {
    kind: 'config',
    config: {
      seed: 42,
      destination: 'file',
      eps: 'max',
      ...(entities.size === 0
        ? {}
        : {
            entities: Object.fromEntries(
              [...entities].map(([name, table]) => [name, entityOf(table, entities)]),
            ),
          }),
      streams: Object.fromEntries(tables.map((table) => [plainName(table.name), streamOf(table, entities)])),
    },
  };
}

/** Tables by the names of their entities. */
type Entities = ReadonlyMap<string, Table>;

/** Tables of different schemas may have one name: later ones get a number, which keeps their streams and files apart. */
function withOwnNames(tables: readonly Table[]): Table[] {
  const taken = new Set<string>();
  return tables.map((table) => {
    let { name } = table;
    for (let n = 2; taken.has(plainName(name).toLowerCase()); n++) name = `${table.name}_${n}`;
    taken.add(plainName(name).toLowerCase());
    return { ...table, name };
  });
}

const schemaOf = ({ fields }: Table, entities?: Entities): SchemaObject =>
  fieldsOf(
    fields.filter(({ isHidden }) => isHidden !== true),
    (field) => drawn(field, entities) ?? uniqueSpec(field, 'index() + 1') ?? specOf(field),
  );

/** Texts and numbers that differ in each row: they contain its number. Undefined for other fields. */
function uniqueSpec(shape: Shape, number: string): Spec | undefined {
  const { isUnique, kind, isNullable } = shape;
  if (isUnique !== true) return undefined;
  const isNumber = kind === 'whole number' || kind === 'number';
  if (!isNumber && kind !== 'text' && kind !== 'email') return undefined;
  const params = isNumber ? number : numberedText(shape, number);
  return { type: 'catbird.expression', params, ...(isNullable === true ? { nulls: 0.1 } : {}) };
}

/** A text around a number, as an expression: `code-17`, `email-17@example.com`. Numbers have up to seven digits. */
function numberedText({ kind, name, maxLength = 255 }: Shape, number: string): string {
  const isEmail = kind === 'email' || /e-?mail/i.test(name);
  const end = isEmail && maxLength > 24 ? '@example.com' : '';
  const room = Math.max(0, Math.min(20, maxLength - end.length - 8));
  const start = plainName(name).toLowerCase().slice(0, room);
  const texts = [start === '' ? '' : `${start}-`, end].map((text) =>
    text === '' ? undefined : JSON.stringify(text),
  );
  const parts = [texts[0], `toText(${number})`, texts[1]].filter((each) => each !== undefined);
  return parts.length === 1 ? `toText(${number})` : `concat(${parts.join(', ')})`;
}

/** The tables with one key that others refer to. */
function entitiesOf(tables: readonly Table[]): Entities {
  const referred = new Set(
    tables.flatMap(({ fields }) => fields.flatMap(({ references }) => references?.toLowerCase() ?? [])),
  );
  const found = tables.filter(
    ({ name, fields }) =>
      referred.has(name.toLowerCase()) && fields.filter(({ isKey }) => isKey === true).length === 1,
  );
  return new Map(found.map((table) => [plainName(table.name), table]));
}

/** The draw of an entity, in a field that refers to its table. */
function drawn({ references, isNullable }: Shape, entities: Entities | undefined): Spec | undefined {
  const name = [...(entities ?? [])].find(
    ([, table]) => table.name.toLowerCase() === references?.toLowerCase(),
  )?.[0];
  if (name === undefined) return undefined;
  return {
    type: 'catbird.entity',
    params: { of: name, skew: { zipf: 0.8 } },
    ...(isNullable === true ? { nulls: 0.1 } : {}),
  };
}

function streamOf({ name, fields }: Table, entities: Entities): SchemaObject {
  const stream = plainName(name);
  const settings = { path: `${stream}.ndjson` };
  const hidden = fields.find(({ isHidden }) => isHidden === true);
  if (entities.has(stream) && hidden === undefined) return { settings, entity: stream };
  if (entities.has(stream) && hidden !== undefined)
    return { settings, schema: withoutKey(hidden.name, stream, fields) };
  return { settings, limit: SIZE, schema: schemaOf({ name, fields }, entities) };
}

/** Entities in the order of their keys, which the database counts: rows do not have them. */
const withoutKey = (key: string, entity: string, fields: readonly Shape[]): SchemaObject => ({
  [key]: { type: 'catbird.entity', params: { of: entity, skew: 'inOrder' }, hidden: true },
  ...Object.fromEntries(
    fields
      .filter(({ name }) => name !== key)
      .map(({ name }) => [name, { type: 'catbird.ref', params: `${key}.${name}` }]),
  ),
});

function entityOf(table: Table, entities: Entities): SchemaObject {
  const key = table.fields.find(({ isKey }) => isKey === true);
  const others = table.fields.filter((field) => field !== key);
  const own = keyOf(key, table);
  return {
    size: SIZE,
    ...(key === undefined ? {} : { keyName: key.name }),
    ...(own === undefined ? {} : { key: own }),
    fields: fieldsOf(
      others,
      (field) =>
        (isEarlier(field, table, entities) ? drawn(field, entities) : undefined) ??
        (key === undefined ? undefined : uniqueSpec(field, numberOf(key))) ??
        specOf(field, true),
    ),
  };
}

/** Only tables that come before: then no two entities are made of each other. */
function isEarlier({ references }: Shape, table: Table, entities: Entities): boolean {
  const order = [...entities.values()].map(({ name }) => name.toLowerCase());
  return order.indexOf(references?.toLowerCase() ?? '') < order.indexOf(table.name.toLowerCase());
}

/** The number of an entity in expressions: its key, if that is a number. */
const numberOf = (key: Shape): string => `field(${JSON.stringify(key.name)})`;

/** A key that is not 1, 2, 3 …: each entity has its own. */
function keyOf(key: Shape | undefined, { name, fields }: Table): Spec | undefined {
  if (key === undefined || key.kind === 'whole number') return undefined;
  if (key.kind === 'UUID') return { type: 'string.uuid' };
  // Numbers have up to four digits.
  const prefix = `${plainName(name)}_`.slice(
    Math.max(0, plainName(name).length + 5 - (key.maxLength ?? 255)),
  );
  return textKey(
    prefix,
    fields.map((field) => field.name),
  );
}

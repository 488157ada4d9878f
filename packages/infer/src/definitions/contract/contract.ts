import { isObject } from '@catbird/engine';
import { tablesOf } from '../json-schema/document.ts';
import { newNotes, type Notes } from '../not-followed.ts';
import { SIZE } from '../related-streams.ts';
import type { Definition, Reference, Shape, Table } from '../shape.ts';
import { completed, objectSchema, textIn } from './field.ts';
import { type Level, type Model, specifiedContract, standardContract } from './model.ts';
import { tableRules, valueRules } from './quality.ts';

/** Reads a data contract: one of the Open Data Contract Standard 3, or of the Data Contract Specification. */
export function readContract(document: unknown): Definition {
  if (!isObject(document)) return { tables: [], notes: ['A data contract is an object'] };
  const notes = newNotes();
  const isSpecified = document['dataContractSpecification'] !== undefined;
  const { models, levels } = (isSpecified ? specifiedContract : standardContract)(document, notes);
  if (models.length === 0) notes.add(`A data contract has ${isSpecified ? 'models' : 'a schema'}`);
  const { servers } = document;
  for (const server of Object.values(typeof servers === 'object' ? (servers ?? {}) : {}))
    if (isObject(server))
      notes.add(`Not followed: the server of type ${textIn(server['type'])}. Rows go to files`);
  const schemas = Object.fromEntries(
    models.map(({ name, fields }) => [name, objectSchema(fields, name, notes)]),
  );
  // Places in what was made of the contract: `#/orders/properties/id` is `orders.id`.
  const placed: Notes = {
    ...notes,
    add: (sentence, place) => notes.add(sentence, place?.slice(2).replaceAll(/\/(properties\/)?/g, '.')),
  };
  const tables = tablesOf(schemas, schemas, placed).map((table) => {
    const model = models.find(({ name }) => name === table.name);
    return model === undefined ? table : tableOf(table, model, notes);
  });
  return { tables: timed(tables, levels, notes), notes: notes.sentences() };
}

function tableOf({ name, fields }: Table, model: Model, notes: Notes): Table {
  const rules = tableRules(model.rules, SIZE, name, notes);
  const keys = [...model.keys, ...rules.keys];
  const several = model.references.filter(({ from, to }) => isReference(to) && from.length > 1);
  const lost = model.references.find(({ to }) => !isReference(to));
  if (lost !== undefined) notes.add(`Not followed: the reference to ${lost.to.join(', ')}`, name);
  return {
    name,
    fields: fields.map((shape) => fieldOf(shape, model, keys)),
    keys: keys.filter((key) => key.length > 1),
    references: several.map(({ from, to }): Reference => {
      const [table = ''] = to[0]?.split('.') ?? [];
      return { fields: from, table, referencedFields: to.map((each) => each.split('.').at(-1) ?? '') };
    }),
    ...(rules.rows === undefined ? {} : { rows: rules.rows }),
  };
}

const isReference = (to: readonly string[]): boolean =>
  to.length > 0 && to.every((each) => /^[^/.]+\.[^/.]+$/.test(each));

function fieldOf(shape: Shape, model: Model, keys: readonly (readonly string[])[]): Shape {
  const field = model.fields.find(({ name }) => name === shape.name);
  if (field === undefined) return shape;
  const isKey = model.keys.some((key) => key.length === 1 && key[0] === shape.name);
  // Its rules were noted when its schema was made.
  const isUnique =
    field.isUnique ||
    valueRules(field, '', newNotes()).isUnique === true ||
    keys.some((key) => key.length === 1 && key[0] === shape.name);
  const reference = model.references.find(
    ({ from, to }) => from[0] === shape.name && from.length === 1 && isReference(to),
  );
  const [references, referencedField] = reference?.to[0]?.split('.') ?? [];
  return {
    ...completed(shape, field),
    ...(isKey ? { isKey } : isUnique ? { isUnique } : {}),
    ...(references === undefined ? {} : { references }),
    ...(referencedField === undefined ? {} : { referencedField }),
  };
}

/** Service levels of times. The others say nothing about rows. */
const OF_TIMES = /^(latency|freshness|retention|ly|fy|re)$/;

/** Tables whose times keep the service levels: events are of now, and come no later after another time than they may. */
const timed = (tables: readonly Table[], levels: readonly Level[], notes: Notes): readonly Table[] =>
  levels
    .filter(({ property, element }) => OF_TIMES.test(property) && element !== '')
    .reduce((all, level) => {
      const found = withLevel(all, level);
      if (found === undefined) notes.add(`Not followed: ${level.property}`, level.element);
      return found ?? all;
    }, tables);

/** Undefined: rows do not keep the service level. */
function withLevel(tables: readonly Table[], level: Level): readonly Table[] | undefined {
  const [tableName = '', name = ''] = level.element.split('.', 2);
  const timeIn = (field: string | undefined): Shape | undefined =>
    tables
      .find((each) => each.name === tableName)
      ?.fields.find((each) => each.name === field && TIME.test(each.kind) && each.to === undefined);
  if (timeIn(name) === undefined) return undefined;
  // Rows that others refer to exist at all times.
  if (level.since === undefined) return isReferred(tableName, tables) ? undefined : tables;
  const source = timeIn(level.since.split('.', 2)[1]);
  const withinSeconds = secondsIn(level.threshold ?? '');
  if (source === undefined || withinSeconds === undefined) return undefined;
  const isNullable = source.isNullable === true;
  const follows = { field: source.name, isStrict: false, isNullable, withinSeconds };
  const fieldsOf = (fields: readonly Shape[]): readonly Shape[] =>
    fields.map((field) => (field.name === name ? { ...field, follows } : field));
  return tables.map((each) => (each.name === tableName ? { ...each, fields: fieldsOf(each.fields) } : each));
}

const TIME = /^(timestamp|date)$/;

const isReferred = (table: string, tables: readonly Table[]): boolean =>
  tables.some(({ fields, references = [] }) =>
    [...fields.map((each) => each.references), ...references.map((each) => each.table)].includes(table),
  );

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Seconds in `25h`, `1 day` or `PT30M`. */
function secondsIn(text: string): number | undefined {
  const [, amount, unit = ''] = /^(?:PT|P(?=\d+D$))?(\d+)\s*([smh]|d)[a-z]*$/i.exec(text) ?? [];
  const seconds = UNITS[unit.toLowerCase()];
  return amount === undefined || seconds === undefined ? undefined : Number(amount) * seconds;
}

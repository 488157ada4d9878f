import { isObject } from '@catbird/engine';
import type { JsonObject } from '../definition.ts';
import type { Notes } from '../not-followed.ts';
import { type Field, type Rule, textIn } from './field.ts';

/** A table of a contract, in one form for both standards. */
export interface Model {
  readonly name: string;
  readonly fields: readonly Field[];
  /** Names of the fields whose values differ together. */
  readonly keys: readonly (readonly string[])[];
  readonly references: readonly { readonly from: readonly string[]; readonly to: readonly string[] }[];
  readonly rules: readonly Rule[];
}

/** What a service level says about a time in rows. */
export interface Level {
  readonly property: string;
  /** `orders.placed_at`. */
  readonly element: string;
  /** The time that it is measured from: `orders.created_at`. */
  readonly since?: string;
  /** The longest time between both: `25h`. */
  readonly threshold?: string;
}

/** A contract, in one form for both standards. */
export interface Contract {
  readonly models: readonly Model[];
  readonly levels: readonly Level[];
}

const objects = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

const texts = (value: unknown): readonly string[] =>
  [value].flat().filter((each) => typeof each === 'string');

const entriesIn = (value: unknown): readonly (readonly [string, JsonObject])[] =>
  Object.entries(isObject(value) ? value : {}).flatMap(([name, each]) =>
    isObject(each) ? [[name, each]] : [],
  );

/** Reads a contract of the Open Data Contract Standard 3. https://github.com/bitol-io/open-data-contract-standard */
export function standardContract(document: JsonObject, notes: Notes): Contract {
  const tables = objects(document['schema']);
  if (document['dataset'] !== undefined)
    notes.add(
      'Not followed: dataset, of version 2 of the standard. Write its tables as schema, as version 3 has them',
    );
  /** A reference by names, or by ids: `orders.id`, `/schema/orders_table/properties/id_column`. */
  const target = (text: string): string => {
    const [, tableId, id] = /schema\/([^/]+)\/properties\/([^/]+)$/.exec(text) ?? [];
    const [tableName = '', name] = text.split('.', 2);
    const table =
      tables.find((each) => each['id'] === tableId && tableId !== undefined) ??
      tables.find((each) => each['name'] === tableName);
    const field = objects(table?.['properties']).find((each) =>
      tableId === undefined ? each['name'] === name : each['id'] === id,
    );
    return table === undefined || field === undefined
      ? text
      : `${textIn(table['name'])}.${columnName(field)}`;
  };
  const models = tables.map((table): Model => {
    const name = textIn(table['name']);
    const own = objects(table['properties']);
    const keyed = own
      .filter((each) => each['primaryKey'] === true)
      .toSorted((a, b) => Number(a['primaryKeyPosition'] ?? 0) - Number(b['primaryKeyPosition'] ?? 0))
      .map(columnName);
    const single = own.flatMap((each) =>
      objects(each['relationships']).map(({ to }) => ({
        from: [columnName(each)],
        to: texts(to).map(target),
      })),
    );
    const several = objects(table['relationships']).map(({ from, to }) => ({
      from: texts(from).map((each) => target(each).split('.').at(-1) ?? ''),
      to: texts(to).map(target),
    }));
    return {
      name,
      fields: own.map(standardField),
      keys: keyed.length === 0 ? [] : [keyed],
      references: [...single, ...several],
      rules: objects(table['quality']),
    };
  });
  const levels = objects(document['slaProperties']).map(({ property, element }) => ({
    property: textIn(property),
    element: target(textIn(element)),
  }));
  return { models, levels };
}

const columnName = ({ physicalName, name }: JsonObject): string => textIn(physicalName ?? name);

function standardField(property: JsonObject): Field {
  const { logicalType, logicalTypeOptions, physicalType, required, unique, properties, items, quality } =
    property;
  return {
    name: columnName(property),
    type: textIn(logicalType),
    physical: textIn(physicalType),
    options: isObject(logicalTypeOptions) ? logicalTypeOptions : {},
    isRequired: required === true || property['primaryKey'] === true,
    isUnique: unique === true,
    fields: objects(properties).map(standardField),
    ...(isObject(items) ? { items: standardField(items) } : {}),
    rules: objects(quality),
  };
}

/** Reads a contract of the Data Contract Specification. https://github.com/datacontract/datacontract-specification */
export function specifiedContract(document: JsonObject, notes: Notes): Contract {
  const definitions = isObject(document['definitions']) ? document['definitions'] : {};
  const field = (name: string, given: JsonObject, place: string): Field => {
    const own = { ...defined(given, definitions, notes, place), ...given };
    const { type, precision, scale = 0, required, unique, items, values, quality } = own;
    const inner = (value: unknown, part: string): Field | undefined =>
      isObject(value) ? field(part, value, `${place}.${part}`) : undefined;
    const [element, member] = [inner(items, 'items'), inner(values, 'values')];
    return {
      name,
      type: textIn(type),
      physical: precision === undefined ? '' : `decimal(${Number(precision)}, ${Number(scale)})`,
      options: own,
      isRequired: required === true || own['primaryKey'] === true || own['primary'] === true,
      isUnique: unique === true,
      fields: entriesIn(own['fields']).map(([each, inside]) => field(each, inside, `${place}.${each}`)),
      ...(element === undefined ? {} : { items: element }),
      ...(member === undefined ? {} : { values: member }),
      rules: objects(quality),
    };
  };
  const models = entriesIn(document['models']).map(([name, model]): Model => {
    const own = entriesIn(model['fields']);
    const keyed = own.filter(([, each]) => each['primaryKey'] === true || each['primary'] === true);
    const keys = [keyed.map(([each]) => each), texts(model['primaryKey'])];
    return {
      name,
      fields: own.map(([each, inside]) => field(each, inside, `${name}.${each}`)),
      keys: keys.filter((key) => key.length > 0),
      references: own.flatMap(([each, { references }]) =>
        references === undefined ? [] : [{ from: [each], to: texts(references) }],
      ),
      rules: objects(model['quality']),
    };
  });
  return {
    models,
    levels: entriesIn(document['servicelevels']).map(([name, level]) => levelOf(name, level)),
  };
}

function levelOf(property: string, level: JsonObject): Level {
  const { timestampField, sourceTimestampField, processedTimestampField, threshold } = level;
  return {
    property,
    element: textIn(processedTimestampField ?? timestampField),
    ...(sourceTimestampField === undefined ? {} : { since: textIn(sourceTimestampField) }),
    threshold: textIn(threshold),
  };
}

/** What a field has from a definition: `$ref: '#/definitions/sku'`. */
function defined({ $ref }: JsonObject, definitions: JsonObject, notes: Notes, place: string): JsonObject {
  if ($ref === undefined) return {};
  const [, name = ''] = /^#\/definitions\/(.+)$/.exec(textIn($ref)) ?? [];
  const found = definitions[name];
  if (isObject(found)) return found;
  notes.add(`Not followed: the reference ${textIn($ref)}`, place);
  return {};
}

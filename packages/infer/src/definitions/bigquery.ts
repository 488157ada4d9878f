import { isObject } from '@catbird/engine';
import type { JsonObject } from './definition.ts';
import { newNotes, type Notes } from './not-followed.ts';
import type { Definition, Shape } from './shape.ts';
import { columnOf } from './sql/column-definition.ts';
import { dialectOf, tokensOf } from './sql/tokens.ts';

/** What says which values a field has. https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TableFieldSchema */
const FOLLOWED =
  /^(name|type|mode|fields|maxLength|precision|scale|defaultValueExpression|rangeElementType)$/;

/** What says nothing about rows. */
const ANNOTATIONS =
  /^(description|categories|policyTags|dataPolicies|collation|roundingMode|nameAlternative)$/;

const DIALECT = dialectOf('`');

/** A text or a number. BigQuery writes sizes as texts. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Reads a schema of BigQuery in JSON: a list of fields, or a table with its schema. */
export function readBigQuery(document: unknown): Definition {
  const notes = newNotes();
  const table = isObject(document) ? document : { fields: document };
  const { schema = table, tableReference, tableConstraints } = table;
  const { primaryKey, foreignKeys } = isObject(tableConstraints) ? tableConstraints : {};
  if (foreignKeys !== undefined) notes.add('Not followed: foreignKeys of tableConstraints');
  const columns: unknown = isObject(primaryKey) ? primaryKey['columns'] : [];
  const key = Array.isArray(columns) ? columns.map(textOf) : [];
  const fields = fieldsOf(isObject(schema) ? schema['fields'] : [], '', notes).map((field) =>
    key.includes(field.name)
      ? { ...field, isNullable: false, ...(key.length === 1 && { isKey: true }) }
      : field,
  );
  const name = isObject(tableReference) ? textOf(tableReference['tableId']) : 'event';
  if (fields.length === 0) notes.add('A schema of BigQuery has fields');
  return {
    tables: fields.length === 0 ? [] : [{ name, fields, ...(key.length > 1 && { keys: [key] }) }],
    notes: notes.sentences(),
  };
}

function fieldsOf(fields: unknown, path: string, notes: Notes): Shape[] {
  if (!Array.isArray(fields)) return [];
  return fields.filter(isObject).flatMap((field) => {
    const name = textOf(field['name']);
    const place = `${path}${name}`;
    for (const key of Object.keys(field))
      if (!FOLLOWED.test(key) && !ANNOTATIONS.test(key)) notes.add(`Not followed: ${key} of fields`, place);
    const shape = shapeOf(field, place, notes);
    const mode = textOf(field['mode'] ?? 'NULLABLE').toUpperCase();
    if (!/^(NULLABLE|REQUIRED|REPEATED)$/.test(mode)) notes.add(`Not followed: the mode ${mode}`, place);
    return shape === undefined
      ? []
      : [{ ...shape, name, isNullable: mode === 'NULLABLE', ...(mode === 'REPEATED' && { isList: true }) }];
  });
}

/** A type as SQL writes it: `NUMERIC(10, 2)`. */
function shapeOf(field: JsonObject, place: string, notes: Notes): Shape | undefined {
  const { type, fields, maxLength, precision, scale, defaultValueExpression: initial } = field;
  const word = textOf(type).toUpperCase();
  if (word === 'RECORD' || word === 'STRUCT')
    return { name: '', kind: 'object', fields: fieldsOf(fields, `${place}.`, notes) };
  const sizes = [maxLength ?? precision, scale].map(textOf).filter((each) => each !== '');
  const size = sizes.length === 0 ? '' : `(${sizes.join(', ')})`;
  const sql = `\`k\` ${word}${size}${initial === undefined ? '' : ` DEFAULT (${textOf(initial)})`}`;
  const read = columnOf(tokensOf(sql, DIALECT), { own: OWN, isNullable: true });
  if ('column' in read) return read.column.shape;
  notes.add(`Skipped ${place}: unknown type ${word}`);
  return undefined;
}

/** Texts of a form of BigQuery's own. */
const OWN = new Map<string, Omit<Shape, 'name'>>([
  ['INTERVAL', { kind: 'text', pattern: '0-0 [1-9] [1-9]:0:0' }],
]);

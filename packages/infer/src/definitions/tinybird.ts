import { newNotes } from './not-followed.ts';
import type { Definition, Shape } from './shape.ts';
import { columnOf, isEphemeral } from './sql/column-definition.ts';
import { statementsOf } from './sql/statements.ts';
import { isConstraint } from './sql/create-table.ts';
import { splitAt } from './sql/tokens.ts';

/** Instructions of a .datasource file, which end the lines of the schema. */
const INSTRUCTION = /^[A-Z_]+( |$|>)/;

/** Reads the SCHEMA of a Tinybird .datasource file. Columns with a path become the event that is sent, with its nested fields. */
export function readTinybird(text: string): Definition {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => /^SCHEMA\s*>/.test(line));
  if (start < 0) return { tables: [], notes: ['A .datasource has a SCHEMA'] };
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => INSTRUCTION.test(line));
  const schema = [
    (lines[start] ?? '').replace(/^SCHEMA\s*>/, ''),
    ...(end < 0 ? rest : rest.slice(0, end)),
  ].join('\n');
  const notes = newNotes();
  lines.forEach((line, i) => {
    const [, file] = /^INCLUDE\s+(.+)/.exec(line) ?? [];
    if (file !== undefined) notes.add(`Not followed: INCLUDE ${file.trim()}`, `line ${i + 1}`);
  });
  const fields = splitAt(
    statementsOf(`${schema}\n-- ENGINE =`).statements.flatMap(({ tokens }) => tokens),
    ',',
  )
    .filter((part) => !isConstraint(part))
    .reduce<Shape[]>((found, column) => {
      const read = columnOf(column, { own: new Map(), isNullable: false });
      if ('unknown' in read) {
        notes.add(`Skipped column ${read.unknown}: unknown type`);
        return found;
      }
      const { name } = read.column.shape;
      if (read.column.isGenerated) {
        notes.add(`Left out ${name}: the database generates its values`);
        return found;
      }
      if (isEphemeral(column))
        notes.add(`Followed in part: ${name} is EPHEMERAL: the database does not keep it`);
      const path = column.find(({ text }) => text.startsWith('json:$'))?.text.slice('json:$'.length);
      return placed(found, segmentsOf(path ?? `.${name}`), read.column.shape);
    }, []);
  return { tables: fields.length === 0 ? [] : [{ name: 'event', fields }], notes: notes.sentences() };
}

/** A step of a path: `items[:]` is a list. */
interface Segment {
  readonly name: string;
  readonly isList: boolean;
}

const segmentsOf = (path: string): Segment[] =>
  [...path.matchAll(/\.?([^.[\]]+)(\[:\])?/g)].map(([, name = '', list]) => ({
    name,
    isList: list !== undefined,
  }));

/** Puts a column at its path. */
function placed(fields: readonly Shape[], [first, ...rest]: readonly Segment[], shape: Shape): Shape[] {
  if (first === undefined) return [...fields];
  const { name, isList } = first;
  if (rest.length === 0)
    return [
      ...fields.filter((field) => field.name !== name),
      { ...shape, name, ...(isList ? { isList } : {}) },
    ];
  const known = fields.find((field) => field.name === name && field.kind === 'object');
  // The list is that of the objects, not of the values in them.
  const inner = isList ? { ...shape, isList: false } : shape;
  const object: Shape = {
    name,
    kind: 'object',
    ...(isList ? { isList } : {}),
    fields: placed(known?.fields ?? [], rest, inner),
  };
  return known === undefined
    ? [...fields, object]
    : fields.map((field) => (field === known ? object : field));
}

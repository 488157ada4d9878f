import { newNotes, type Notes } from '../not-followed.ts';
import type { Definition, Shape, Table } from '../shape.ts';
import { columnOf, isEphemeral } from '../sql/column-definition.ts';
import { statementsOf } from '../sql/statements.ts';
import { isConstraint } from '../sql/create-table.ts';
import { splitAt, type Token } from '../sql/tokens.ts';

/** Instructions of a .datasource file, which end the lines of the schema. */
const INSTRUCTION = /^[A-Z_]+( |$|>)/;

/** Reads a Tinybird .datasource file. */
export function readTinybird(text: string): Definition {
  const notes = newNotes();
  const table = readDatasource(text, 'event', notes);
  return { tables: table.fields.length === 0 ? [] : [table], notes: notes.sentences() };
}

/** Reads the SCHEMA of a .datasource file, and what its engine says. Columns with a path become the event that is sent, with its nested fields. */
export function readDatasource(text: string, name: string, notes: Notes): Table {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => /^SCHEMA\s*>/.test(line));
  if (start < 0) notes.add('A .datasource has a SCHEMA', name === 'event' ? undefined : name);
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => INSTRUCTION.test(line));
  const schema = [
    (lines[start] ?? '').replace(/^SCHEMA\s*>/, ''),
    ...(end < 0 ? rest : rest.slice(0, end)),
  ].join('\n');
  const engine = engineOf(text);
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
      const shape = withEngine(read.column.shape, column, engine);
      const { name: columnName } = shape;
      if (read.column.isGenerated) {
        notes.add(`Left out ${columnName}: the database generates its values`);
        return found;
      }
      if (isEphemeral(column))
        notes.add(`Followed in part: ${columnName} is EPHEMERAL: the database does not keep it`);
      const path = column.find(({ text }) => text.startsWith('json:$'))?.text.slice('json:$'.length);
      return placed(found, segmentsOf(path ?? `.${columnName}`), shape);
    }, []);
  if (start < 0 || fields.length === 0) return { name, fields: [] };
  const times = new Set(
    fields.filter(({ kind }) => /^(timestamp|date)$/.test(kind)).map((each) => each.name),
  );
  if (engine.ttl !== '' && ![...times].some((time) => engine.ttl.includes(time)))
    notes.add(`Not followed: ENGINE_TTL ${engine.ttl}`, name);
  // Rows of one sorting key replace each other, unless a time in it tells them apart.
  const isKey =
    /^(Replacing|Collapsing)/.test(engine.name) && !engine.sortingKey.some((key) => times.has(key));
  const keys = engine.sortingKey.filter((key) => fields.some((each) => each.name === key));
  return { name, fields, ...(isKey && keys.length > 0 ? { keys: [keys] } : {}) };
}

interface Engine {
  readonly name: string;
  readonly sortingKey: readonly string[];
  readonly ttl: string;
}

function engineOf(text: string): Engine {
  const valueOf = (instruction: string): string =>
    new RegExp(`^${instruction}\\s+["']?(.*?)["']?\\s*$`, 'm').exec(text)?.[1] ?? '';
  const sortingKey = valueOf('ENGINE_SORTING_KEY')
    .split(',')
    .map((each) => each.trim());
  return { name: valueOf('ENGINE'), sortingKey, ttl: valueOf('ENGINE_TTL') };
}

/** What the engine says of a column: those of a sorting key are never null, and texts of low cardinality are few. */
const withEngine = (shape: Shape, column: readonly Token[], { sortingKey }: Engine): Shape => ({
  ...shape,
  ...(sortingKey.includes(shape.name) ? { isNullable: false } : {}),
  ...(column.some(({ text }) => text === 'LowCardinality') ? { hasFewValues: true } : {}),
});

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

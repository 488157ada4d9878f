import {
  compile,
  generatorTypes,
  loadData,
  newBatch,
  parseSchema,
  rowsIn,
  texts,
  type GeneratorType,
  type Schema,
  type SchemaResult,
} from '@catbird/engine';
import { clippedText, streamStatistics } from '@catbird/verify';
import type { DrawnType, DrawRequest } from './type-protocol.ts';
import { timesOf } from './row-times.ts';

/** Values shown of a type. */
const SHOWN = 10;
/** Longest value shown, in characters. */
const MAX_CHARACTERS = 80;

/** Draws values of generator types. A type that fails says why, and the others go on. */
export async function drawTypes(
  { types, seed, counted }: DrawRequest,
  nowMs: number,
): Promise<readonly DrawnType[]> {
  const drawn: DrawnType[] = [];
  for (const name of types) drawn.push(await drawType(name, { seed, counted, nowMs }));
  return drawn;
}

interface Drawing {
  readonly seed: string;
  readonly counted: number;
  readonly nowMs: number;
}

const nothing = (name: string, note: string): DrawnType => ({ name, values: [], fields: [], note });

async function drawType(name: string, drawing: Drawing): Promise<DrawnType> {
  const type = generatorTypes.find((each) => each.name === name);
  if (type === undefined) return nothing(name, 'Unknown type');
  const { shown, parsed } = shownIn(type);
  if (!parsed.ok) return nothing(name, parsed.issues[0]?.message ?? 'Needs params');
  try {
    await loadData(parsed.schema);
    return { name, note: shown.note, ...valuesOf(parsed.schema, shown.field, drawing) };
  } catch (error) {
    return nothing(name, error instanceof Error ? error.message : String(error));
  }
}

/** A schema that shows a type, and the field that has it. */
interface Shown {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly field: string;
  readonly note: string | undefined;
}

/** A type alone if that works, else among the fields of its example. */
function shownIn({ name, example, exampleSchema }: GeneratorType): {
  readonly shown: Shown;
  readonly parsed: SchemaResult;
} {
  const spec = { type: name, ...(example !== undefined && { params: example }) };
  const alone: Shown = { schema: { value: spec }, field: 'value', note: undefined };
  const parsed = parseSchema(JSON.stringify(alone.schema));
  if (parsed.ok || exampleSchema === undefined) return { shown: alone, parsed };
  const shown = amongOthers(name, exampleSchema);
  return { shown, parsed: parseSchema(JSON.stringify(shown.schema)) };
}

function amongOthers(name: string, example: Readonly<Record<string, unknown>>): Shown {
  const specs = Object.entries(example).filter(([, spec]) => memberOf(spec, 'type') === name);
  const [field = '', spec] =
    specs.find(([, each]) => membersOf(each).every(([key]) => key !== 'hidden')) ?? specs[0] ?? [];
  const visible = Object.fromEntries(membersOf(spec).filter(([key]) => key !== 'hidden'));
  return {
    schema: { ...example, [field]: visible },
    field,
    note: 'Reads other fields: shown with its example',
  };
}

const membersOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

const memberOf = (value: unknown, name: string): unknown =>
  membersOf(value).find(([key]) => key === name)?.[1];

function valuesOf(
  schema: Schema,
  field: string,
  { seed, counted, nowMs }: Drawing,
): Pick<DrawnType, 'values' | 'fields'> {
  const writer = compile(schema, { seed });
  const { time } = timesOf({ settings: undefined, eps: 1 }, { schema, seed, nowMs });
  const available = rowsIn(schema);
  const count = Math.min(SHOWN, available);
  const rows = count === 0 ? [] : [...texts(writer.fill(newBatch(), { first: 0, count, time }))];
  const values = rows.flatMap((row) => {
    const value = memberOf(JSON.parse(row), field);
    return value === undefined ? [] : [textOf(value)];
  });
  if (counted === 0) return { values, fields: [] };
  const { fields } = streamStatistics({ writer, time, nowMs, rows: counted, available });
  return { values, fields: fields.filter(({ path }) => isPartOf(path, field)) };
}

const isPartOf = (path: string, field: string): boolean =>
  path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`);

const textOf = (value: unknown): string =>
  clippedText(typeof value === 'string' && value !== '' ? value : JSON.stringify(value), MAX_CHARACTERS);

import { isObject, jsonOrText } from '@catbird/engine';
import { plainName } from '../../config.ts';
import type { Draft, Finding, SchemaObject } from '../../draft.ts';
import { LEFT_OUT } from '../../choices.ts';
import type { FromDefinition, TableDraft } from '../definition.ts';
import { newNotes, type Notes } from '../not-followed.ts';
import type { ShapeKind } from '../shape.ts';
import { fromTemplate, type FromTemplate } from './from-template.ts';

/** Between several files that are read as one: the control character for it. */
export const SEPARATOR = '\u001E';

interface Named {
  readonly name: string;
  readonly text: string;
}

/** A template with its name. */
type Stream = FromTemplate & { readonly name: string };

/** Reads templates of the Kinesis Data Generator, and its table of rates, as files or as the browser keeps them. */
export function readKdg(text: string): FromDefinition {
  const notes = newNotes();
  const parts = text.split(SEPARATOR).map((part) => partOf(part, notes));
  const given = parts
    .flatMap((part) => part.templates)
    .filter(({ text: template }) => template.trim() !== '');
  const templates = given.filter(({ text: template }) => /\{\{[\s\S]*\}\}/.test(template));
  for (const { name } of given.filter((each) => !templates.includes(each)))
    notes.add(`Left out ${name}: it has no placeholder such as {{random.number(50)}}`);
  const rates = parts.flatMap((part) => part.rates ?? []).at(-1);
  const streams = templates.map(({ name, text: template }, n): Stream => {
    const place = name === UNNAMED ? `template ${n + 1}` : name;
    return { name, ...fromTemplate(template, templates.length === 1 ? notes : within(notes, place)) };
  });
  const rate = rates === undefined ? {} : rateOf(rates, notes);
  const isRate = streams.length === 0 && Object.keys(rate).length > 0;
  if (isRate) notes.add('The rates come without a template: add a schema, or give both files to infer');
  return {
    ...writtenOf(streams, rate),
    format: 'Kinesis Data Generator',
    tables: isRate ? 1 : streams.length,
    contents: isRate ? 'a rate' : `${streams.length} ${streams.length === 1 ? 'template' : 'templates'}`,
    drafts: streams.map(draftOf),
    notes: notes.sentences(),
  };
}

/** What a file has. */
interface SavedFile {
  readonly templates: readonly Named[];
  readonly rates?: RateTable;
}

/** A template of a file of its own. */
const UNNAMED = 'event';

function partOf(text: string, notes: Notes): SavedFile {
  if (RATES_HEADER.test(text)) return { templates: [], rates: listedRates(text, notes) };
  return savedIn(text) ?? { templates: [{ name: UNNAMED, text }] };
}

/** Notes on one of several templates. */
const within = (notes: Notes, name: string): Notes => ({
  ...notes,
  add: (sentence, place) => notes.add(sentence, place === undefined ? name : `${name}, ${place}`),
});

/** What a browser keeps: templates by name, the table of rates, or both. Undefined if the text is something else. */
function savedIn(text: string): SavedFile | undefined {
  const saved = jsonOrText(text);
  const rates = savedRates(saved);
  if (rates !== undefined) return { templates: [], rates };
  const { templates, periods } = isObject(saved) ? saved : { templates: saved, periods: undefined };
  const [list, table] = [inner(templates), savedRates(inner(periods))];
  const named = Array.isArray(list) ? list.flatMap(templateIn) : [];
  if (named.length === 0 && table === undefined) return undefined;
  return {
    templates: named,
    ...(table !== undefined && { rates: table }),
  };
}

/** A browser keeps values as texts. */
const inner = (value: unknown): unknown => (typeof value === 'string' ? jsonOrText(value) : value);

const templateIn = (value: unknown): Named[] =>
  isObject(value) && typeof value['name'] === 'string' && typeof value['template'] === 'string'
    ? [{ name: value['name'], text: value['template'] }]
    : [];

/** A schema for one template whose records are JSON, or else a config. */
function writtenOf(
  streams: readonly Stream[],
  rate: SchemaObject,
):
  | { readonly kind: 'schema'; readonly schema: SchemaObject }
  | { readonly kind: 'config'; readonly config: SchemaObject } {
  const [first] = streams;
  if (streams.length === 1 && first?.line === undefined && Object.keys(rate).length === 0)
    return { kind: 'schema', schema: first?.schema ?? {} };
  const config = { seed: 42, destination: 'log', ...rate };
  if (streams.length <= 1) return { kind: 'config', config: { ...config, ...(first && streamOf(first)) } };
  const taken = new Set<string>();
  const named = streams.map((stream) => [ownName(plainName(stream.name), taken), streamOf(stream)]);
  return { kind: 'config', config: { ...config, streams: Object.fromEntries(named) } };
}

const streamOf = ({ schema, line }: FromTemplate): SchemaObject => ({
  ...(line !== undefined && { format: { name: 'text', line } }),
  schema,
});

function ownName(name: string, taken: Set<string>): string {
  let own = name;
  for (let n = 2; taken.has(own.toLowerCase()); n++) own = `${name}_${n}`;
  taken.add(own.toLowerCase());
  return own;
}

/** A template as a draft, whose fields a person can leave out. */
const draftOf = ({ name, schema }: Stream): TableDraft => ({
  name,
  draft(choices = new Map()): Draft {
    const kept = Object.entries(schema).filter(([path]) => choices.get(path) !== LEFT_OUT);
    return { schema: Object.fromEntries(kept), findings: kept.map(findingOf), rules: [] };
  },
  alternatives: () => new Map(),
});

function findingOf([path, field]: readonly [string, unknown]): Finding {
  const spec = isObject(field) ? field : {};
  const { type, hidden } = spec;
  return {
    path,
    kind: KINDS[String(type)] ?? 'text',
    reason: hidden === true ? 'A part of another field' : 'As in the template',
    confidence: 1,
    // A constant has no type.
    spec: { ...spec, type: typeof type === 'string' ? type : 'catbird.pick' },
    copied: [],
    copyable: [],
    categories: [],
  };
}

const KINDS: Readonly<Record<string, ShapeKind>> = {
  'number.int': 'whole number',
  'number.float': 'number',
  'datatype.boolean': 'boolean',
  'catbird.list': 'list',
  object: 'object',
};

/** How many records a second an hour has: a normal distribution. */
interface Hour {
  readonly mean: number;
  readonly deviation: number;
}

/** A table of rates: hours by day, of which 0 is Sunday. */
type RateTable = ReadonlyMap<string, Hour>;

const DAYS = 7;
const HOURS = 24;
const keyOf = (day: number, hour: number): string => `${day}-${hour}`;

/** Reads the table as the Data Generator keeps it in a browser: `{"#0-13-mu": "100", "#0-13-sig": "10", …}`. Undefined if it is none. */
function savedRates(saved: unknown): RateTable | undefined {
  if (!isObject(saved)) return undefined;
  const table = new Map<string, Hour>();
  for (const [id, value] of Object.entries(saved)) {
    const [, hour, part] = /^#(\d-\d{1,2})-(mu|sig)$/.exec(id) ?? [];
    if (hour === undefined) return undefined;
    const { mean, deviation } = table.get(hour) ?? { mean: 0, deviation: 0 };
    const number = Number(value);
    table.set(hour, part === 'mu' ? { mean: number, deviation } : { mean, deviation: number });
  }
  return table.size === 0 ? undefined : table;
}

/** The header of a table in CSV. */
const RATES_HEADER =
  /^\s*day\s*[,;\t]\s*hour\s*[,;\t]\s*(mu|mean)\s*[,;\t]\s*(sigma|sig|sd|deviation)\s*(\n|$)/i;

const NAMES = ['su', 'mo', 'tu', 'we', 'th', 'fr', 'sa'];

/** Reads a table with the columns day (0 is Sunday, or its name), hour, mean and deviation. Lines that are none are named. */
function listedRates(text: string, notes: Notes): RateTable {
  const table = new Map<string, Hour>();
  for (const [n, line] of text.trim().split(/\r?\n/).entries()) {
    if (n === 0 || line.trim() === '') continue;
    const listed = listedHour(line.split(/[,;\t]/).map((cell) => cell.trim()));
    if (listed === undefined)
      notes.add(
        'Left out a line of the rates: it has no day from 0 to 6, hour from 0 to 23, mean and deviation',
        `line ${n + 1}`,
      );
    else table.set(...listed);
  }
  return table;
}

function listedHour([name = '', ...cells]: readonly string[]): readonly [string, Hour] | undefined {
  const day = /^\d$/.test(name) ? Number(name) : NAMES.indexOf(name.slice(0, 2).toLowerCase());
  const [hour = -1, mean = -1, deviation = 0] = cells.map(Number);
  const exists = day >= 0 && day < DAYS && hour >= 0 && hour < HOURS;
  return exists && mean >= 0 && deviation >= 0 ? [keyOf(day, hour), { mean, deviation }] : undefined;
}

/** The rate of a stream. Its events per second are the highest mean, which the hours of the week multiply. */
function rateOf(table: RateTable, notes: Notes): SchemaObject {
  const at = (day: number, hour: number): Hour => table.get(keyOf(day, hour)) ?? { mean: 0, deviation: 0 };
  const hours = [...table.values()];
  const peak = Math.max(...hours.map(({ mean }) => mean));
  if (!(peak > 0)) {
    notes.add('The table of rates has no mean above 0, and was left out');
    return {};
  }
  const missing = DAYS * HOURS - table.size;
  if (missing > 0) notes.add(`The table of rates lacks ${missing} of 168 hours, which get no events`);
  const isRandom = hours.some(({ deviation }) => deviation > 0);
  if (isRandom)
    notes.add(
      'Numbers of events vary as those of independent arrivals do: their deviation is the square root of the mean, not that of the table',
    );
  notes.add(
    'Hours of the rate are in UTC, and change in steps. Set rate.offset for another time zone, such as "+01:00"',
  );
  // Monday first.
  const week = Array.from({ length: DAYS }, (_, day) =>
    Array.from({ length: HOURS }, (__, hour) =>
      Number((at((day + 1) % DAYS, hour).mean / peak).toPrecision(4)),
    ),
  );
  const isConstant = week.flat().every((factor) => factor === 1);
  return { eps: peak, arrivals: isRandom ? 'poisson' : 'even', ...(!isConstant && { rate: { week } }) };
}

import { plainName } from '../../config.ts';
import type { Draft, Finding, SchemaObject } from '../../draft.ts';
import { LEFT_OUT } from '../../choices.ts';
import { isRecord } from '../../json.ts';
import type { FromDefinition } from '../from-definition.ts';
import type { TableDraft } from '../drafts.ts';
import { newNotes, type Notes } from '../notes.ts';
import type { ShapeKind } from '../shape.ts';
import { listedRates, RATES_HEADER, rateOf, savedRates, type RateTable } from './rates.ts';
import { fromTemplate, type FromTemplate } from './template.ts';

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
interface Part {
  readonly templates: readonly Named[];
  readonly rates?: RateTable;
}

/** A template of a file of its own. */
const UNNAMED = 'event';

function partOf(text: string, notes: Notes): Part {
  if (RATES_HEADER.test(text)) return { templates: [], rates: listedRates(text, notes) };
  return savedIn(text) ?? { templates: [{ name: UNNAMED, text }] };
}

/** Notes on one of several templates. */
const within = (notes: Notes, name: string): Notes => ({
  ...notes,
  add: (sentence, place) => notes.add(sentence, place === undefined ? name : `${name}, ${place}`),
});

/** What a browser keeps: templates by name, the table of rates, or both. Undefined if the text is something else. */
function savedIn(text: string): Part | undefined {
  const saved = parsed(text);
  const rates = savedRates(saved);
  if (rates !== undefined) return { templates: [], rates };
  const { templates, periods } = isRecord(saved) ? saved : { templates: saved, periods: undefined };
  const [list, table] = [inner(templates), savedRates(inner(periods))];
  const named = Array.isArray(list) ? list.flatMap(templateIn) : [];
  if (named.length === 0 && table === undefined) return undefined;
  return {
    templates: named,
    ...(table !== undefined && { rates: table }),
  };
}

/** A browser keeps values as texts. */
const inner = (value: unknown): unknown => (typeof value === 'string' ? parsed(value) : value);

const templateIn = (value: unknown): Named[] =>
  isRecord(value) && typeof value['name'] === 'string' && typeof value['template'] === 'string'
    ? [{ name: value['name'], text: value['template'] }]
    : [];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

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
  const spec = isRecord(field) ? field : {};
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

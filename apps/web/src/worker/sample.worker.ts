import { isObject, type Spread } from '@catbird/engine';
import {
  firstNotes,
  CATEGORIES_ONLY,
  readSource,
  rowsToCompare,
  schemaText,
  type Alternatives,
  type Choices,
  type Comparison,
  type Consent,
  type Draft,
  type EventTime,
  type Sample,
  type SchemaObject,
  type Source,
  type TableDraft,
} from '@catbird/infer';
import { bytesOf } from './sample-bytes.ts';
import type { DraftedSchema, FirstWishes, SampleReading, Wishes } from './sample-protocol.ts';
import { Refusal, serve } from './serve.ts';

/** Time between two reports of progress, at least. */
const PROGRESS_MS = 100;

/** What can be drafted: a sample, or a table of a definition. */
interface Draftable {
  readonly draft: (choices: Choices, consent: Consent) => Draft;
  readonly alternatives: () => ReadonlyMap<string, Alternatives>;
  /** Rows of a sample: a definition has none. */
  readonly sample?: Comparable;
}

type Comparable = Pick<Sample, 'compare' | 'rows' | 'eventTime'>;

/** What was read. */
let drafts: readonly Draftable[] = [];

const refuse =
  (what: string, then: string) =>
  (error: unknown): never => {
    if (error instanceof Refusal) throw error;
    const cause = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
    throw new Refusal(`${what} failed: ${cause}. ${then}`);
  };

/** Reads a sample or a definition. @throws Refusal if there is nothing to make a schema of: why, and what to do */
async function read(blob: Blob, tell: (bytes: number) => void): Promise<SampleReading> {
  let lastMs = performance.now();
  const source = await readSource(
    bytesOf(blob, (bytes) => {
      if (performance.now() - lastMs < PROGRESS_MS) return;
      lastMs = performance.now();
      tell(bytes);
    }),
  );
  const reason = source.kind === 'other' ? `${source.reason}.` : nothingIn(source);
  if (source.kind === 'other' || reason !== undefined) throw new Refusal(reason);
  drafts =
    source.kind === 'sample'
      ? [source.sample, ...(source.sample.types?.samples ?? [])].map(ofSample)
      : source.definition.drafts.map(ofTable);
  return readingOf(source);
}

/** Compares NDJSON with the rows that the schema of a table was made from. */
async function compare({
  table,
  lines,
}: {
  readonly table: number;
  readonly lines: Blob;
}): Promise<Comparison> {
  const sample = drafts[table]?.sample;
  if (sample === undefined) throw new Error('The sample is gone');
  return sample.compare(bytesOf(lines, () => undefined));
}

const api = {
  read: (source: Blob, tell: (bytes: number) => void) =>
    read(source, tell).catch(refuse('Reading', 'Check that the file is whole.')),
  draft: async (wishes: Wishes | FirstWishes) => drafted(wishes),
  compare: (request: Parameters<typeof compare>[0]) =>
    compare(request).catch(refuse('Comparing', 'Close this and compare again.')),
};

/** What the worker of samples does. */
export type SampleApi = typeof api;

serve(api);

function drafted(wishes: Wishes | FirstWishes): DraftedSchema {
  const chosen = drafts[wishes.table];
  if (chosen === undefined) throw new Error(`There is no table ${wishes.table}`);
  const { schema, findings } =
    'copies' in wishes
      ? chosen.draft(wishes.choices, (path, value) => wishes.copies.get(path)?.has(value) === true)
      : chosen.draft(new Map(), CATEGORIES_ONLY);
  return {
    text: schemaText(schema),
    findings,
    alternatives: chosen.alternatives(),
    spread: chosen.sample && spreadOf(chosen.sample),
  };
}

/** Rows over the time of a sample, or of now if it has none. */
function spreadOf({ rows, eventTime }: Comparable): Spread {
  const { firstMs, lastMs } = eventTime ?? { firstMs: Date.now(), lastMs: Date.now() };
  return { rows: rowsToCompare(rows), firstMs, lastMs };
}

const ofSample = (sample: Comparable & Pick<Sample, 'draft' | 'alternatives'>): Draftable => ({
  draft: (choices, consent) => sample.draft(consent, choices),
  alternatives: once(sample.alternatives),
  sample,
});

const ofTable = ({ draft, alternatives }: TableDraft): Draftable => ({
  draft,
  alternatives: once(alternatives),
});

function once<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined;
  return () => (made ??= { result: make() }).result;
}

type Readable = Exclude<Source, { readonly kind: 'other' }>;

/** Why there is nothing to make a schema of, and what to do. */
function nothingIn(source: Readable): string | undefined {
  if (source.kind === 'definition') {
    const { drafts: tables, notes } = source.definition;
    return tables.length > 0
      ? undefined
      : [...notes, 'No tables found. Check that it lists columns with their types.'].join('. ');
  }
  const { rows, notes, draft } = source.sample;
  if (rows > 0 && draft().findings.length > 0) return undefined;
  return [...notes, 'No rows found. Use one event or more as NDJSON, JSON, TSV or CSV with a header.'].join(
    '. ',
  );
}

function readingOf(source: Readable): SampleReading {
  if (source.kind === 'definition') {
    const { definition } = source;
    const { format, drafts: tables, notes } = definition;
    const config = definition.kind === 'config' ? schemaText(watched(definition.config)) : undefined;
    return {
      format,
      rows: undefined,
      only: undefined,
      tables: tables.map(({ name }) => name),
      config,
      notes: firstNotes(notes, ''),
    };
  }
  const { rows, format, notes, eventTime, types, kept } = source.sample;
  const tables =
    types === undefined
      ? []
      : [`All types, by ${types.path}`, ...types.samples.map(({ value }) => `Only ${value}`)];
  const pace = eventTime === undefined ? [] : [paceOf(eventTime)];
  const only = rows === 1 ? kept[0] : undefined;
  return { format: format.toUpperCase(), rows, only, tables, config: undefined, notes: [...notes, ...pace] };
}

/** A config whose streams write files, which a page cannot, so that they are shown in it. */
function watched({ streams, ...shared }: SchemaObject): SchemaObject {
  const without = (stream: unknown): unknown =>
    isObject(stream)
      ? Object.fromEntries(Object.entries(stream).filter(([key]) => key !== 'settings'))
      : stream;
  const each = isObject(streams) ? Object.entries(streams) : [];
  const shown = each.map(([name, stream]) => [name, without(stream)] as const);
  return { ...shared, destination: 'log', streams: Object.fromEntries(shown) };
}

function paceOf({ path, eventsPerSecond: rate }: EventTime): string {
  const time = `${path} is the time of the event`;
  if (rate === undefined) return time;
  const shown = rate.toLocaleString('en-US', { maximumSignificantDigits: 3 });
  return `${time}. Rate of the sample: ${shown}/s`;
}

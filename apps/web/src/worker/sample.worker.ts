import type { Spread } from '@catbird/core/internal/engine';
import {
  CATEGORIES_ONLY,
  readSource,
  rowsToCompare,
  schemaText,
  type Alternatives,
  type Choices,
  type Consent,
  type Draft,
  type EventTime,
  type Sample,
  type Source,
  type TableDraft,
} from '@catbird/core/internal/inference';
import { bytesOf } from './sample-bytes.ts';
import type {
  DraftedSchema,
  FirstWishes,
  FromReader,
  SampleReading,
  ToReader,
  Wishes,
} from './sample-protocol.ts';

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

const post = (message: FromReader): void => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<ToReader>) => {
  handle(data).catch((error: unknown) =>
    post({ kind: 'broken', at: data.kind, message: error instanceof Error ? error.message : String(error) }),
  );
});

async function handle(message: ToReader): Promise<void> {
  if (message.kind === 'draft')
    return post({ kind: 'drafted', id: message.id, draft: drafted(message.wishes) });
  if (message.kind === 'compare') {
    const sample = drafts[message.table]?.sample;
    if (sample === undefined) throw new Error('The sample is gone');
    const comparison = await sample.compare(bytesOf(message.lines, () => undefined));
    return post({ kind: 'compared', id: message.id, comparison });
  }
  let lastMs = performance.now();
  const source = await readSource(
    bytesOf(message.source, (bytes) => {
      if (performance.now() - lastMs < PROGRESS_MS) return;
      lastMs = performance.now();
      post({ kind: 'progress', bytes });
    }),
  );
  if (source.kind === 'other') return post({ kind: 'unreadable', reason: `${source.reason}.` });
  const reason = nothingIn(source);
  if (reason !== undefined) return post({ kind: 'unreadable', reason });
  drafts =
    source.kind === 'sample'
      ? [source.sample, ...(source.sample.types?.samples ?? [])].map(ofSample)
      : source.definition.drafts.map(ofTable);
  return post({ kind: 'read', reading: readingOf(source) });
}

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
    const { format, drafts: tables, notes } = source.definition;
    return { format, rows: undefined, tables: tables.map(({ name }) => name), notes };
  }
  const { rows, format, notes, eventTime, types } = source.sample;
  const tables =
    types === undefined
      ? []
      : [`All types, by ${types.path}`, ...types.samples.map(({ value }) => `Only ${value}`)];
  const pace = eventTime === undefined ? [] : [paceOf(eventTime)];
  return { format: format.toUpperCase(), rows, tables, notes: [...notes, ...pace] };
}

function paceOf({ path, eventsPerSecond: rate }: EventTime): string {
  const time = `${path} is the time of the event`;
  if (rate === undefined) return time;
  const shown = rate.toLocaleString('en-US', { maximumSignificantDigits: 3 });
  return `${time}. Rate of the sample: ${shown}/s`;
}

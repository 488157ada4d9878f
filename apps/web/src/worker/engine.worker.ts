import {
  compile,
  loadData,
  loadZones,
  newBatch,
  parseSchema,
  payload,
  type Schema,
  type SchemaResult,
  type Watch,
} from '@catbird/engine';
import type { Addition } from '../state/addition.ts';
import type { FiguresReport } from './figures/figures-protocol.ts';
import { growthIssue } from './row-times.ts';
import { planOf, rowTraits } from './stream-plan.ts';
import type { ConfigCheckRequest, ConfigText } from './shown-config.ts';
import type { StreamRequest, Target } from './run-protocol.ts';
import type {
  DataProfile,
  FileAnswer,
  FileRequest,
  PlanRequest,
  Preview,
  RenameRequest,
  RowsRequest,
  SchemaText,
  SourceRequest,
  StreamPlan,
} from './schema-protocol.ts';
import { post, Refusal, serve } from './serve.ts';
import type { Change, Session, StreamNote } from './session-run.ts';
import { slownessNow, TIMED } from './slowness.ts';
import { timesOf } from './row-times.ts';
import type { DrawRequest } from './type-protocol.ts';
import type { LabelsRequest } from './incident-labels.ts';
import type { ArrivedRequest } from './judge-arrived.ts';

const decoder = new TextDecoder();

/** The stream, once its part of the engine has loaded. */
let session: Promise<Session> | undefined;
/** The next piece of the file that this worker makes. */
let nextPiece: Promise<() => FileAnswer> | undefined;

/** Tells the page which generator runs, should it take too long. A browser cannot measure CPU time. */
const watch: Watch = {
  now: () => performance.now(),
  isWallClock: true,
  onTrial: (place) => post({ kind: 'trying', place }),
};

/** All that the page asks of it. What a question needs loads with the first one. */
const api = {
  preview,
  plan,
  profile,
  async rows(request: RowsRequest) {
    const { generatedRows } = await import('./generated-rows.ts');
    return generatedRows(request, parse(request.text));
  },
  figures,
  test: async (target: Target) => (await import('./target.ts')).testTarget(target),
  types: async () => (await import('./type-summaries.ts')).typeSummaries(),
  rename: async (request: RenameRequest) => (await import('./rename.ts')).renamed(request),
  draw: async (request: DrawRequest) => (await import('./draw-types.ts')).drawTypes(request, Date.now()),
  read: async (config: ConfigText) => (await import('./shown-config.ts')).shownConfig(config),
  /** Reports `trying` without a place after each stream. */
  async examine(request: ConfigCheckRequest) {
    const [{ checkConfig }, { examine }] = await Promise.all([
      import('./check-config.ts'),
      import('./examine.ts'),
    ]);
    return checkConfig(request, async (stream) => {
      const examined = await examine(stream, watch);
      post({ kind: 'trying', place: undefined });
      return examined;
    });
  },
  add: async ({ addition, ...config }: ConfigText & { readonly addition: Addition }) =>
    (await import('./add-stream.ts')).addStream(config, addition),
  async file(request: FileRequest) {
    nextPiece = import('./row-file.ts').then(({ piecesOf }) => piecesOf(request, parse(request.text)));
    await nextPiece;
  },
  piece: async (): Promise<FileAnswer | undefined> => (await nextPiece)?.(),
  judge: async (request: ArrivedRequest, tell: (bytes: number) => void) =>
    (await import('./judge-arrived.ts')).judgeArrived(request, tell),
  labels: async (request: LabelsRequest) => (await import('./incident-labels.ts')).incidentLabels(request),
  /** Ends with the summary of the stream. */
  async start(stream: StreamRequest, tell: (note: StreamNote) => void) {
    session = import('./session.ts').then(({ newSession }) => newSession(stream, tell));
    return (await session).run();
  },
  change: async (change: Change) => (await session)?.change(change),
  /** Stops generating and waits for pending responses; a second one does not wait. */
  stop: async () => (await session)?.stop(),
};

/** What the worker of the engine does. */
export type EngineApi = typeof api;

/** Parses a schema and tells the page which generator is being tried. */
function parse({ content, lenient }: SchemaText, watching = watch): SchemaResult {
  const result = parseSchema(content, { watch: watching, lenient });
  post({ kind: 'trying', place: undefined });
  return result;
}

/** One row, from the same writer that generates the rows to send. */
async function preview({
  text,
  seed,
  time,
  row,
}: SourceRequest & { readonly row: number }): Promise<Preview> {
  const result = parse(text);
  if (!result.ok) return { kind: 'issues', issues: result.issues };
  try {
    await Promise.all([loadData(result.schema), loadZones(time.settings?.zone)]);
    const writer = compile(result.schema, { seed });
    const times = timesOf(time, { schema: result.schema, seed, nowMs: Date.now() });
    const issue = times.computed === undefined ? growthIssue(text.content, result.schema) : undefined;
    if (issue !== undefined) return { kind: 'issues', issues: [issue, ...result.notes] };
    const batch = writer.fill(newBatch(), { first: row, count: 1, time: times.time });
    const line = decoder.decode(payload(batch)).trimEnd();
    return { kind: 'row', line, notes: result.notes };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

let latestProfile: SourceRequest | undefined;

/** Answers other questions between batches. Another request for a profile ends this one. */
async function profile(request: SourceRequest, tell: (profile: DataProfile) => void): Promise<DataProfile> {
  latestProfile = request;
  const { profileOf } = await import('./profile.ts');
  const clocks = { nowMs: Date.now(), elapsed: () => performance.now() };
  const counting = profileOf(request, await schemaOf(request), clocks);
  for (;;) {
    const { value, done } = counting.next();
    if (done === true) return value;
    if (value !== undefined) tell(value);
    // It is alive, however many rows there are.
    post({ kind: 'trying', place: undefined });
    await new Promise((resume) => setTimeout(resume));
    if (latestProfile !== request) throw new Refusal('Another schema is shown');
  }
}

/** What a stream will send, and what its rows are like. */
async function plan({ text, seed, time, limit }: PlanRequest): Promise<StreamPlan | undefined> {
  const nowMs = Date.now();
  const schema = await schemaOf({ text, time });
  const planned = planOf(time, { schema: schema ?? {}, seed, limit, nowMs });
  return planned && { ...planned, rows: schema && rowTraits(schema, seed, nowMs) };
}

/** What the rows of a stream will be like. */
async function figures({ text, seed, time }: SourceRequest): Promise<FiguresReport | undefined> {
  const [{ newFigures }, schema] = await Promise.all([
    import('./figures/figures.ts'),
    schemaOf({ text, time }),
  ]);
  if (schema === undefined) return undefined;
  const { computed } = timesOf(time, { schema, seed, nowMs: Date.now() });
  const source = { schema, seed, rows: { rowAt: (row: number) => row }, timeline: computed?.timeline };
  return newFigures(source, () => performance.now()).report();
}

/** The schema of a text that has been checked before, with the data of its rows and times loaded: a check has reported slow generators. */
async function schemaOf({ text, time }: Pick<SourceRequest, 'text' | 'time'>): Promise<Schema | undefined> {
  await loadZones(time.settings?.zone);
  const result = parse(text, { ...watch, now: () => 0 });
  if (!result.ok) return undefined;
  await loadData(result.schema);
  return result.schema;
}

serve(api);
post({ kind: 'ready', slowness: self.name === TIMED ? slownessNow() : undefined });

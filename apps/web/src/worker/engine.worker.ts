import {
  compile,
  loadData,
  newBatch,
  parseSchema,
  payload,
  type Schema,
  type SchemaResult,
  type Watch,
} from '@catbird/core/internal/engine';
import { growthIssue } from './growth.ts';
import { planOf, rowTraits } from './plan.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import type { StreamRequest } from './run-protocol.ts';
import type { PlanRequest, Preview, SchemaText, SourceRequest, StreamPlan } from './schema-protocol.ts';
import type { Change, Session } from './session-run.ts';
import { slownessNow, TIMED } from './slowness.ts';
import { timesOf } from './times.ts';

const decoder = new TextDecoder();

/** The stream, once its part of the engine has loaded. */
let session: Promise<Session> | undefined;

const post = (message: FromWorker): void => postMessage(message);

/** Tells the page which generator runs, should it take too long. A browser cannot measure CPU time. */
const watch: Watch = {
  now: () => performance.now(),
  isWallClock: true,
  onTrial: (place) => post({ kind: 'trying', place }),
};

/** Parses a schema and tells the page which generator is being tried. */
function parse({ content, lenient }: SchemaText, watching = watch): SchemaResult {
  const result = parseSchema(content, { watch: watching, lenient });
  post({ kind: 'trying', place: undefined });
  return result;
}

const postBroken = (error: unknown): void =>
  post({ kind: 'broken', message: error instanceof Error ? error.message : String(error) });

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  handle(data).catch(postBroken);
});

// The page gets error events for exceptions, but not for unhandled rejections.
addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  postBroken(event.reason);
});

async function handle(message: ToWorker): Promise<void> {
  switch (message.kind) {
    case 'preview':
      return post({
        kind: 'previewed',
        id: message.id,
        preview: await preview(message),
      });
    case 'profile': {
      const { profileOf } = await import('./profile.ts');
      const profile = profileOf(message, await schemaOf(message.text), {
        nowMs: Date.now(),
        elapsed: () => performance.now(),
      });
      return post({ kind: 'profiled', id: message.id, profile });
    }
    case 'rows': {
      const { generatedRows } = await import('./generated-rows.ts');
      const rows = await generatedRows(message, parse(message.text));
      return post({ kind: 'generated', id: message.id, rows });
    }
    case 'plan':
      return post({ kind: 'planned', id: message.id, plan: await plan(message.plan) });
    case 'test': {
      const { testTarget } = await import('./target.ts');
      return post({ kind: 'tested', id: message.id, result: await testTarget(message.target) });
    }
    case 'read': {
      const { shownConfig } = await import('./shown-config.ts');
      return post({ kind: 'read', id: message.id, config: await shownConfig(message) });
    }
    case 'examine': {
      const [{ checkConfig }, { examine }] = await Promise.all([
        import('./check-config.ts'),
        import('./examine.ts'),
      ]);
      const checked = await checkConfig(message, async (stream) => {
        const examined = await examine(stream, watch);
        post({ kind: 'trying', place: undefined });
        return examined;
      });
      return post({ kind: 'examined', id: message.id, checked });
    }
    case 'add': {
      const { addStream } = await import('./add-stream.ts');
      return post({ kind: 'added', id: message.id, config: await addStream(message, message.addition) });
    }
    case 'file': {
      const { serveFile } = await import('./row-file.ts');
      return serveFile(message.request, parse(message.request.text), message.port);
    }
    case 'start':
      session = sessionOf(message.stream);
      return (await session).run();
    default:
      return handleMore(message);
  }
}

type More = Extract<ToWorker, { readonly kind: 'types' | 'draw' | 'rename' | 'judge' | 'stop' }> | Change;

/** Messages about generator types and fields, and changes of the stream. */
async function handleMore(message: More): Promise<void> {
  switch (message.kind) {
    case 'types': {
      const { typeSummaries } = await import('./type-summaries.ts');
      return post({ kind: 'types', id: message.id, types: typeSummaries() });
    }
    case 'rename': {
      const { renamed } = await import('./rename.ts');
      return post({ kind: 'renamed', id: message.id, renamed: renamed(message) });
    }
    case 'draw': {
      const { drawTypes } = await import('./draw-types.ts');
      return post({ kind: 'drawn', id: message.id, types: await drawTypes(message, Date.now()) });
    }
    case 'judge': {
      const { answerArrived } = await import('./judge-arrived.ts');
      return answerArrived(message, post);
    }
    default:
      return change(message);
  }
}

const sessionOf = async (stream: StreamRequest): Promise<Session> =>
  (await import('./session.ts')).newSession(stream, post);

async function change(message: Change | Extract<ToWorker, { readonly kind: 'stop' }>): Promise<void> {
  const running = await session;
  if (message.kind === 'stop') running?.stop();
  else running?.change(message);
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
    await loadData(result.schema);
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

post({ kind: 'ready', slowness: self.name === TIMED ? slownessNow() : undefined });

/** What a stream will send, and what its rows are like. */
async function plan({ text, seed, time, limit }: PlanRequest): Promise<StreamPlan | undefined> {
  const nowMs = Date.now();
  const schema = await schemaOf(text);
  const planned = planOf(time, { schema: schema ?? {}, seed, limit, nowMs });
  return planned && { ...planned, rows: schema && rowTraits(schema, seed, nowMs) };
}

/** The schema of a text that has been checked before, with its data loaded: a check has reported slow generators. */
async function schemaOf(text: SchemaText): Promise<Schema | undefined> {
  const result = parse(text, { ...watch, now: () => 0 });
  if (!result.ok) return undefined;
  await loadData(result.schema);
  return result.schema;
}

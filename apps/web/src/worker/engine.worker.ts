import {
  byteLength,
  compile,
  generatorTypes,
  newBatch,
  parseSchema,
  payload,
  summarise,
  texts,
  type SchemaResult,
  type Watch,
} from '@catbird/core';
import { fetchHttp, findDestination, parseConfig, type DestinationEnv } from '@catbird/core/destinations';
import { logLine } from './console.ts';
import type { FromWorker, Look, Preview, SchemaText, Target, ToWorker } from './protocol.ts';
import { newSession, type Session } from './session.ts';

const decoder = new TextDecoder();
const TEST_MS = 15_000;

/** What destinations need from a browser. Events for the console are written one by one. */
const env: DestinationEnv = {
  http: fetchHttp((input, init) => fetch(input, init)),
  now: () => Date.now(),
  random: () => Math.random(),
  write(lines) {
    for (const line of decoder.decode(lines).trimEnd().split('\n')) logLine(line);
  },
};

let session: Session | undefined;
const post = (message: FromWorker): void => postMessage(message);

/** Should a generator take too long, the page knows which one. A browser has no clock of CPU time. */
const watch: Watch = {
  now: () => performance.now(),
  isWallClock: true,
  onTrial: (place) => post({ kind: 'trying', place }),
};

/** Reads a schema while the page listens. */
function parse({ content, lenient }: SchemaText, watching = watch): SchemaResult {
  const result = parseSchema(content, { watch: watching, lenient });
  post({ kind: 'trying', place: undefined });
  return result;
}

const breakDown = (error: unknown): void =>
  post({ kind: 'broken', message: error instanceof Error ? error.message : String(error) });

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  handle(data).catch(breakDown);
});

// The page hears of what a worker throws, and not of promises that nobody waited for.
addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  breakDown(event.reason);
});

async function handle(message: ToWorker): Promise<void> {
  switch (message.kind) {
    case 'check': {
      const result = parse(message.text);
      return post({ kind: 'checked', id: message.id, issues: result.ok ? result.notes : result.issues });
    }
    case 'preview':
      return post({
        kind: 'previewed',
        id: message.id,
        preview: preview(message.text, message.seed, message.row),
      });
    case 'look':
      return post({ kind: 'looked', id: message.id, look: lookAt(message.text, message.seed) });
    case 'types': {
      const types = generatorTypes.map(({ name, summary, example }) => ({
        name,
        summary,
        example: example === undefined ? undefined : JSON.stringify(example),
      }));
      return post({ kind: 'types', id: message.id, types });
    }
    case 'test': {
      const { destination, config } = read(message.target);
      const result = await destination.check(config, env, AbortSignal.timeout(TEST_MS));
      return post({ kind: 'tested', id: message.id, result });
    }
    case 'start':
      session = newSession(message.stream, read(message.stream.target), env, post);
      return session.run();
    case 'stop':
      session?.stop();
  }
}

function read({ generatorName, settings }: Target) {
  const destination = findDestination(generatorName);
  if (destination === undefined) throw new Error(`No destination is called ${generatorName}`);
  const parsed = parseConfig(destination, settings);
  if (!parsed.ok) throw new Error(`The settings do not pass: ${Object.keys(parsed.errors).join(', ')}`);
  return { destination, config: parsed.config };
}

/** One row, made by the writer that also makes those that are sent. */
function preview(text: SchemaText, seed: string, row: number): Preview {
  const result = parse(text);
  if (!result.ok) return { kind: 'issues', issues: result.issues };
  try {
    const writer = compile(result.schema, { seed });
    const time = { startMs: Date.now(), stepMs: 0 };
    const batch = writer.fill(newBatch(), { first: row, count: 1, time });
    const line = decoder.decode(payload(batch)).trimEnd();
    return { kind: 'row', line, notes: result.notes };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

post({ kind: 'ready' });

/** Rows that are shown. */
const LOOK_ROWS = 10;

/** What is summed up at most: ten thousand rows, fewer of long ones. */
const SUMMED = { rows: 10_000, bytes: 16 * 1024 * 1024 };

/** The first rows of a stream, and what is in its fields. */
function lookAt(text: SchemaText, seed: string): Look {
  // How long a generator takes was said before.
  const result = parse(text, { ...watch, now: () => 0 });
  if (!result.ok) return { lines: [], fields: [] };
  const writer = compile(result.schema, { seed });
  const time = { startMs: Date.now(), stepMs: 0 };
  const batch = writer.fill(newBatch(), { first: 0, count: LOOK_ROWS, time });
  const lines = [...texts(batch)];
  const rows = Math.ceil(Math.min(SUMMED.rows, (SUMMED.bytes * LOOK_ROWS) / byteLength(batch)));
  return { lines, fields: summarise(writer, rows, time) };
}

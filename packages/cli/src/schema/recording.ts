import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, realpathSync, statSync } from 'node:fs';
import {
  instantText,
  invalid,
  type Result,
  openRecording,
  recordedSchema,
  scanRecording,
  type RecordingFacts,
  type Schema,
  textOfFile,
} from '@catbird/engine';
import { type StreamKeys, parseTable } from '@catbird/stream';
import { plural, time as duration } from '../report/words.ts';
import { readingFailure } from '../files/error-code.ts';
import { openLines, bytesOf, type LinesFile } from '../files/recording-file.ts';
import { Interrupted } from '../interrupt.ts';
import type { CommandIssue } from '../refusal.ts';
import type { Terminal } from '../terminal.ts';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { parse } from 'csv-parse/sync';

/** How a person asks for a recording. */
export interface Replaying {
  readonly options: Pick<StreamKeys, 'replayTime' | 'loop' | 'newIds'>;
  /** An option's name where the person gave it. */
  readonly optionOf: (option: string) => string;
}

/** The schema of the rows of a recording, with notes about it. The file is read once as a whole. */
export async function readRecording(
  file: string,
  { options, optionOf }: Replaying,
  terminal: Pick<Terminal, 'inputBytes' | 'interrupt'>,
): Promise<
  Result<{ readonly schema: Schema; readonly name: string; readonly issues: readonly CommandIssue[] }>
> {
  const name = file === '-' ? 'standard input' : file;
  let lines: LinesFile;
  try {
    lines = await openLines(file, terminal);
  } catch (error) {
    return invalid(`Could not read the recording ${name}: ${readingFailure(error)}`);
  }
  const hash = createHash('sha256');
  const chunks = passing(lines, (chunk) => {
    if (terminal.interrupt.stop.aborted) throw new Interrupted(`reading ${name}`);
    hash.update(chunk);
  });
  const scanned = await scanRecording(chunks, { name, ...options, optionOf });
  if (!scanned.ok) return scanned;
  const facts = { ...scanned.recording, digest: hash.digest('hex'), file: lines };
  const schema = recordedSchema(scanned.members, openRecording(facts, bytesOf(name, lines)));
  return { ok: true, schema, name, issues: [{ message: noteOf(facts) }] };
}

/** What tells the rows of a schema from those of another. */
export const identityOf = (schema: Schema): unknown => {
  const { recording } = schema;
  if (recording === undefined) return schema;
  const { digest, time, loops, newIds } = recording;
  return { recording: digest, time: time?.path, loops, newIds };
};

/** The bytes of a file, each piece shown to `look` first. */
async function* passing(
  { descriptor }: LinesFile,
  look: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterable<Uint8Array> = createReadStream('', {
    fd: descriptor,
    start: 0,
    autoClose: false,
    highWaterMark: 1024 * 1024,
  });
  for await (const chunk of chunks) {
    look(chunk);
    yield chunk;
  }
}

/** What a person should know of a recording. */
function noteOf({ name, rows, time, times, firstMs, parts, lateRows }: RecordingFacts): string {
  const events = `${name}: ${plural(rows, 'event')}`;
  if (time === undefined) return `${events} without times`;
  const others = times.map(({ path }) => path.join('.')).filter((each) => each !== time.path.join('.'));
  return [
    `${events} from ${instantText(firstMs)} on, over ${duration((parts.turns.at(-1) ?? firstMs) - firstMs)}, by ${time.path.join('.')}`,
    ...(others.length === 0 ? [] : [`Other times, which shift with it: ${others.join(', ')}`]),
    ...(lateRows === 0
      ? []
      : [`${plural(lateRows, 'event')} out of order: sent with the latest event before`]),
  ].join('. ');
}

/** Maximum size of a dataset's file, which is held in memory. */
const MAX_MIB = 64;

/**
 * Reads the tables that a schema names, each once. They must be in the schema's folder or below it, also after following symbolic
 * links: a schema may come from anyone, and the contents of its tables are sent to a destination.
 */
export function tablesIn(folder: string): (name: string) => readonly unknown[] {
  const known = new Map<string, readonly unknown[]>();
  return (name) => {
    const rows = known.get(name) ?? readTable(pathIn(folder, name), name);
    known.set(name, rows);
    return rows;
  };
}

/** The real path of a file in the folder. */
function pathIn(folder: string, name: string): string {
  const path = resolve(folder, name);
  if (!isWithin(resolve(folder), path)) throw new Error(`${name} is outside the folder of the schema`);
  const real = naming(name, () => realpathSync(path));
  if (!isWithin(realpathSync(folder), real))
    throw new Error(`${name} is a link to a file outside the folder of the schema. Copy the file there`);
  return real;
}

function isWithin(folder: string, path: string): boolean {
  const step = relative(folder, path);
  return !isAbsolute(step) && step !== '..' && !step.startsWith(`..${sep}`);
}

function readTable(path: string, name: string): readonly unknown[] {
  const stat = naming(name, () => statSync(path));
  if (!stat.isFile()) throw new Error(`${name} is not a file`);
  const { size } = stat;
  if (size > MAX_MIB * 2 ** 20) throw new Error(`${name} is larger than ${MAX_MIB} MiB`);
  return parseTable(
    naming(name, () => textOfFile(readFileSync(path))),
    name,
    parse,
  );
}

/** Runs a file operation; its error names the file. */
function naming<Found>(name: string, operation: () => Found): Found {
  try {
    return operation();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Could not read ${name}: ${why}`, { cause });
  }
}

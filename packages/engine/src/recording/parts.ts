import type { RecordedPart, Recording, RecordingFacts } from '../model/recording.ts';
import { lastUpTo } from '../numeric/search.ts';
import { jsonPath, memberAt, remembered } from '../rows/json-members.ts';
import { compact } from './lines.ts';
import { timeOfJson } from './stamp.ts';

/** Parts in use: those of rows that are sent, of copies, and of windows that reach back. */
const REMEMBERED = 8;

/** Where the bytes of a recording are. */
export interface RecordedBytes extends Pick<Recording, 'check'> {
  /** Reads those from one place to before another; fewer if there are no more. */
  readonly read: (from: number, to: number) => Uint8Array;
}

/** A recording whose rows can be read. */
export function openRecording(facts: RecordingFacts, { read, check }: RecordedBytes): Recording {
  const partAt = remembered((part) => readPart(facts, read, part), REMEMBERED);
  return {
    ...facts,
    check,
    partOf: (row) => partAt(lastUpTo(facts.parts.rows, row, facts.parts.rows.length - 1)),
  };
}

/** What of a recording is plain data. */
export const factsOf = ({ partOf: _part, check: _check, ...facts }: Recording): RecordingFacts => facts;

function readPart(
  { parts, isLoose, time, firstMs }: RecordingFacts,
  read: RecordedBytes['read'],
  part: number,
): RecordedPart {
  const first = parts.rows[part] ?? 0;
  const lines = linesOf(read(parts.bytes[part] ?? 0, parts.bytes[part + 1] ?? 0), isLoose);
  let found: { readonly times: Float64Array; readonly turns: Float64Array } | undefined;
  const timed = (): NonNullable<typeof found> => {
    if (time === undefined) return NONE;
    return (found ??= timesOf(lines, time.path, Math.max(firstMs, latestBefore(parts.turns[part]))));
  };
  return { first, lines, times: () => timed().times, turns: () => timed().turns };
}

/** No row before may have a time. */
const latestBefore = (ms = NaN): number => (Number.isNaN(ms) ? -Infinity : ms);

const NONE = { times: new Float64Array(0), turns: new Float64Array(0) };

const decoder = new TextDecoder();

/** The rows in bytes. Empty lines are none. */
function linesOf(bytes: Uint8Array, isLoose: boolean): readonly string[] {
  return decoder
    .decode(bytes)
    .split('\n')
    .map((line) => (isLoose ? compact(line) : line))
    .filter((line) => line !== '');
}

/** The times and the turns of rows. @param before the latest time before them */
function timesOf(
  lines: readonly string[],
  path: readonly string[],
  before: number,
): { readonly times: Float64Array; readonly turns: Float64Array } {
  const [times, turns] = [new Float64Array(lines.length), new Float64Array(lines.length)];
  const names = jsonPath(path);
  let turn = before;
  for (const [i, line] of lines.entries()) {
    const member = memberAt(line, names);
    const ms = member === undefined ? NaN : timeOfJson(line.slice(member.start, member.end));
    turn = Number.isNaN(ms) ? turn : Math.max(turn, ms);
    times[i] = Number.isNaN(ms) ? turn : ms;
    turns[i] = turn;
  }
  return { times, turns };
}

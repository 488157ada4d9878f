import { invalid, type Result } from '../model/issue.ts';
import { isObject } from '../model/json.ts';
import type { Member } from '../model/kind.ts';
import type { RecordingFacts } from '../model/recording.ts';
import { nameHint } from '../model/suggestion.ts';
import { mayBeLarge, parseExact } from '../numeric/exact-json.ts';
import { newKindsSeen } from './kinds.ts';
import { compact, type Line, LineError, linesOf } from './lines.ts';
import { eventTimeIn, newTimesSeen, pathOf, rowTime, valueAtPath, visitLeaves } from './times.ts';

/** How a recording is replayed. */
export interface ReplayOptions {
  /** Name of the field with the time of a row: ISO 8601, or a number since 1970. Default: found by its values and its name. */
  readonly replayTime?: string | undefined;
  /** It begins again after its end, with later times. Default: it ends. */
  readonly loop?: boolean | undefined;
  /** Names of ids that are new in each further pass. Default: none. */
  readonly newIds?: readonly string[] | undefined;
}

/** What a person says of a recording. */
export interface RecordingOptions extends ReplayOptions {
  /** What messages call it. */
  readonly name: string;
  /** A name where the person gave it: `--replay-time`. */
  readonly optionOf: (option: string) => string;
}

/** What a scan finds: the recording without its digest, and the fields of its rows. */
export interface Scanned {
  readonly recording: Omit<RecordingFacts, 'digest'>;
  readonly members: readonly Member[];
}

/** Rows and bytes of a part, at most, but at least a row. */
const [PART_ROWS, PART_BYTES] = [1024, 256 * 1024] as const;
/** Rows that decide which of their times is that of the event. */
const SNIFFED = 1000;

type Row = Readonly<Record<string, unknown>>;

/** Reads a recording once, from beginning to end: lines of JSON, one object each. Only where its parts are is kept. */
export async function scanRecording(
  chunks: AsyncIterable<Uint8Array>,
  options: RecordingOptions,
): Promise<Result<Scanned>> {
  const collecting = newCollecting(options);
  try {
    for await (const lines of linesOf(chunks))
      for (const line of lines) if (!collecting.add(line, rowOf(line))) return collecting.end();
  } catch (error) {
    if (!(error instanceof LineError)) throw error;
    return invalid(`${options.name}, ${error.message}. A recording has one JSON object per line`);
  }
  return collecting.end();
}

/** The row of a line. @throws LineError if it has none */
function rowOf({ text, number }: Line): Row {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new LineError(
      `line ${number}: not JSON: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        cause,
      },
    );
  }
  if (!isObject(value)) throw new LineError(`line ${number}: not a JSON object`);
  return value;
}

/** The row with whole numbers beyond 2^53 as they stand in the line. */
function exactRow({ text }: Line, row: Row): Row {
  const exact = parseExact(text);
  return isObject(exact) ? exact : row;
}

/** Holds the first rows until they decide which of their times is that of the event. */
function newCollecting(options: RecordingOptions) {
  const first: [Line, Row][] = [];
  let begun: Result<{ readonly collected: Collected }> | undefined;
  const begin = (): Result<{ readonly collected: Collected }> => {
    const time = timeIn(first, options);
    if (!time.ok) return time;
    const collected = newCollected(time.path, options);
    first.forEach(([line, row]) => collected.add(line, row));
    return { ok: true, collected };
  };
  return {
    /** False: the recording cannot be used, as `end` says. */
    add(line: Line, row: Row): boolean {
      if (begun === undefined) {
        if (first.push([line, row]) === SNIFFED) begun = begin();
      } else if (begun.ok) begun.collected.add(line, row);
      return begun?.ok !== false;
    },
    end(): Result<Scanned> {
      if (first.length === 0) return invalid(`${options.name} has no rows`);
      const made = begun ?? begin();
      return made.ok ? made.collected.end() : made;
    },
  };
}

/** The path to the time of rows, if they have one. */
function timeIn(
  first: readonly (readonly [Line, Row])[],
  { name, replayTime, optionOf }: RecordingOptions,
): Result<{ readonly path: readonly string[] | undefined }> {
  if (replayTime === undefined) {
    const seen = newTimesSeen(undefined);
    first.forEach(([, row]) => seen.add(row));
    return { ok: true, path: eventTimeIn(seen, first.length) };
  }
  const option = `${optionOf('replayTime')} ${replayTime}`;
  const [found] = first.flatMap(([, row]) => {
    const path = pathOf(row, replayTime);
    return path === undefined || valueAtPath(row, path) === null ? [] : [{ path, row }];
  });
  if (found === undefined) {
    const names = namesIn(first.map(([, row]) => row));
    return invalid(`${option}: ${name} has no such field. ${nameHint(replayTime, names, 'Fields')}`);
  }
  const value = valueAtPath(found.row, found.path);
  return Number.isNaN(rowTime(found.row, found.path))
    ? invalid(
        `${option}: ${JSON.stringify(value)} is not a time. Times are ISO 8601 with date and time, or numbers since 1970`,
      )
    : { ok: true, path: found.path };
}

function namesIn(rows: readonly Row[]): readonly string[] {
  const names = new Set<string>();
  for (const row of rows.slice(0, 100)) visitLeaves(row, (path) => names.add(path.join('.')));
  return [...names];
}

/** Whether there is a space or an escape at all: quicker to tell than what it is. */
const mayBeLoose = (line: string): boolean => /[\s\\]/.test(line);

/** What is kept of the rows that have been read. */
interface Collected {
  add(line: Line, row: Row): void;
  end(): Result<Scanned>;
}

function newCollected(
  time: readonly string[] | undefined,
  { name, loop = false, newIds = [], optionOf }: RecordingOptions,
): Collected {
  const [rowsAt, bytesAt, turnsAt]: [number[], number[], number[]] = [[], [], []];
  const seen = newTimesSeen(time);
  const ids = newIdsSeen(newIds);
  const kinds = newKindsSeen();
  let [rows, lateRows, end, partStart] = [0, 0, 0, 0];
  let [firstMs, turn, isLoose] = [NaN, NaN, false];
  const note = (row: Row): void => {
    if (time === undefined) return;
    const ms = rowTime(row, time);
    if (Number.isNaN(ms)) return;
    if (ms < turn) lateRows++;
    if (Number.isNaN(firstMs)) firstMs = ms;
    turn = Number.isNaN(turn) ? ms : Math.max(turn, ms);
  };
  return {
    add(line, row) {
      const isFull =
        rows - (rowsAt.at(-1) ?? 0) >= PART_ROWS || line.start + line.bytes - partStart > PART_BYTES;
      if (rows === 0 || isFull) {
        rowsAt.push(rows);
        bytesAt.push(line.start);
        turnsAt.push(turn);
        partStart = line.start;
      }
      rows++;
      end = line.start + line.bytes;
      isLoose ||=
        mayBeLoose(line.text) && JSON.stringify(row) !== line.text && compact(line.text) !== line.text;
      kinds.add(mayBeLarge(line.text) ? exactRow(line, row) : row);
      seen.add(row);
      ids.add(row);
      note(row);
    },
    end() {
      const missing = ids.missing();
      const fields = kinds.members.map((each) => each.name);
      if (missing.length > 0)
        return invalid(
          ...missing.map(
            (id) => `${optionOf('newIds')}: ${name} has no field ${id}. ${nameHint(id, fields, 'Fields')}`,
          ),
        );
      const spanMs = turn - firstMs;
      return {
        ok: true,
        members: kinds.members,
        recording: {
          name,
          rows,
          parts: {
            rows: Float64Array.from([...rowsAt, rows]),
            bytes: Float64Array.from([...bytesAt, end]),
            turns: Float64Array.from([...turnsAt, turn]),
          },
          isLoose,
          time: time && { path: time },
          times: seen.found().map(({ path }) => ({ path })),
          firstMs,
          periodMs: spanMs > 0 ? spanMs + Math.max(1, Math.round(spanMs / (rows - 1))) : 1000,
          lateRows,
          loops: loop,
          newIds: ids.paths(),
          idStep: ids.step(),
        },
      };
    },
  };
}

/** Looks for ids that are to be new, and for what numbers among them have to grow by. */
function newIdsSeen(names: readonly string[]) {
  const paths = new Map<string, readonly string[]>();
  let [least, most] = [Infinity, -Infinity];
  return {
    add(row: Row): void {
      for (const name of names) {
        const path = paths.get(name) ?? pathOf(row, name);
        if (path === undefined) continue;
        paths.set(name, path);
        const value = valueAtPath(row, path);
        if (typeof value !== 'number') continue;
        least = Math.min(least, Math.floor(value));
        most = Math.max(most, Math.ceil(value));
      }
    },
    missing: () => names.filter((name) => !paths.has(name)),
    paths: () => names.flatMap((name) => [paths.get(name) ?? []]),
    // Beyond 2^53, ends are rounded: by half of the distance between doubles, at most.
    step: () => (most < least ? 1 : most - least + 1 + (most > Number.MAX_SAFE_INTEGER ? most / 2 ** 51 : 0)),
  };
}

import { invalid, type Result } from '@catbird/engine';
import { newJudge, type Judge, type Look } from '@catbird/verify';
import { type RecordedStream, readRecord } from '../record/record-file.ts';
import type { CommandIssue } from '../refusal.ts';
import { SourceError, type Source } from '../sources/source.ts';
import type { Terminal } from '../terminal.ts';
import { judgeFor, outcomeOf, type Failed, type Judged } from './judged.ts';
import { isFinished } from './sent.ts';
import type { Table } from './tables.ts';
import { recordsOf } from './truth.ts';
import type { WantedTable } from './wanted-table.ts';
import { wantedIn } from './wanted.ts';
import { statOf } from '../files/identity.ts';

/** What is known of a table so far. */
export interface TableLook {
  readonly name: string;
  /** Absent: nothing was read yet. */
  readonly look?: Look | undefined;
  /** Every row that was acknowledged before is judged: milliseconds since 1970. */
  readonly completeMs: number;
  /** Why it cannot be read now, or what it waits for. */
  readonly reason?: string | undefined;
  /** Nothing more of it will be judged. */
  readonly isOver: boolean;
}

/** A table that is followed while its rows are sent. */
export interface LiveTable {
  /** Reads on, and judges what is due. */
  readonly poll: () => Promise<Result<{ readonly look: TableLook }, CommandIssue>>;
  readonly outcome: () => Judged | Failed;
}

/** Follows a table. @param records those of now */
export function liveTable(
  table: Table,
  records: () => Result<{ readonly now: RecordsNow }>,
  examples: number | undefined,
  terminal: Terminal,
): LiveTable {
  const { name, spec, open } = table;
  const { withinMs = 0 } = table.setting.options;
  let source: Source | undefined;
  let judge: Judge | undefined;
  let wanted: WantedTable | undefined;
  let streams: readonly RecordedStream[] = [];
  let version: string | undefined;
  let asOfMs = -Infinity;
  let failure: SourceError | undefined;

  /** Takes what records know by now. Returns whether anything was sent. */
  const learn = async (reading?: Judge): Promise<Result<{ readonly reason?: string }, CommandIssue>> => {
    const read = records();
    if (!read.ok) return read;
    const { now } = read;
    if (now.version === version) return { ok: true };
    if (now.missing !== undefined) return { ok: true, reason: `waiting for ${now.missing}` };
    const own = recordsOf(spec, now.streams);
    if (own.length === 0) return { ok: true, reason: `waiting for ${name} in the record` };
    if (own.some(({ parts }) => parts.some(({ acknowledged }) => acknowledged === undefined)))
      return invalid(
        '--live needs the times at which rows were acknowledged, and an earlier version of Catbird wrote the record without them',
      );
    const made = await wantedIn(table, own, terminal, true);
    if (!made.ok) return made;
    [wanted, streams, version] = [made, own, now.version];
    for (const each of new Set([judge, reading])) each?.renew(made.truth, made.stream?.time === undefined);
    return { ok: true };
  };
  let judged: Source | undefined;
  const readingOf = (from: Source, { truth, options }: WantedTable): Result<{ readonly judge: Judge }> => {
    const goesOn = from.isFollowed === true && from === judged;
    judged = from;
    if (judge !== undefined) return { ok: true, judge: goesOn ? judge : judge.again(from) };
    const whole = { ...from, ...options, ...(examples !== undefined && { examples }) };
    return judgeFor(() => newJudge(truth, whole));
  };
  const lastMs = (): number =>
    streams
      .flatMap(({ parts }) => parts.flatMap(({ acknowledged }) => acknowledged?.spans ?? []))
      .reduce((last, { ms }) => Math.max(last, ms), -Infinity);
  /** Whether all that was sent is judged, or, if that fails, should have been. */
  const isOver = (look: Look | undefined): boolean => {
    if (failure?.isPassing === false) return true;
    if (version === undefined || !isFinished(streams)) return false;
    const dueMs = lastMs() + withinMs;
    if (failure !== undefined || look === undefined) return Date.now() > dueMs;
    const { pending, copies } = look.counts;
    return pending === 0 && (copies.there === copies.sent || asOfMs >= dueMs);
  };
  const lookNow = (): TableLook => {
    const look = judge?.look(asOfMs);
    const knownMs = version !== undefined && isFinished(streams) ? asOfMs : Math.min(asOfMs, lastMs());
    return {
      name,
      look,
      completeMs: look === undefined ? -Infinity : Math.min(knownMs, look.pendingMs),
      reason: failure?.message,
      isOver: isOver(look),
    };
  };
  return {
    async poll() {
      const startMs = Date.now();
      const learned = await learn();
      if (!learned.ok) return learned;
      if (wanted === undefined)
        return { ok: true, look: { name, completeMs: -Infinity, reason: learned.reason, isOver: false } };
      try {
        if (source?.isFollowed !== true) source = await open({ withinMs });
        const made = readingOf(source, wanted);
        if (!made.ok) return made;
        if (source.isFollowed === true) ({ judge } = made);
        for await (const { rows, atMs } of source.read(terminal.interrupt.stop)) {
          // What has arrived was sent, and records say so before it is.
          const again = await learn(made.judge);
          if (!again.ok) return again;
          made.judge.take(rows, { atMs, seenMs: Date.now() });
        }
        judge = made.judge;
        asOfMs = startMs;
        failure = undefined;
      } catch (error) {
        if (error instanceof SourceError) failure = error;
        else if (!terminal.interrupt.stop.aborted) throw error;
      }
      return { ok: true, look: lookNow() };
    },
    outcome() {
      const reason = failure?.message ?? 'nothing was sent or read before the end';
      if (judge === undefined || wanted === undefined || source === undefined || failure !== undefined)
        return { name, reason, isPassing: true };
      try {
        return outcomeOf(name, { source, judge, wanted, asOfMs });
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        return { name, reason: error.message, isPassing: false };
      }
    },
  };
}

/** What records say now. */
interface RecordsNow {
  /** Changes when a record does. */
  readonly version: string;
  readonly streams: readonly RecordedStream[];
  /** A record that does not exist yet. */
  readonly missing: string | undefined;
}

/** Reads records again whenever they have changed. */
export function newRecordReader(files: readonly string[]): () => Result<{ readonly now: RecordsNow }> {
  let last: RecordsNow | undefined;
  return () => {
    const found = files.map((file) => ({ file, stat: statOf(file) }));
    const version = found.map(({ stat }) => `${stat?.ino} ${stat?.size} ${stat?.mtimeMs}`).join(', ');
    if (last?.version === version) return { ok: true, now: last };
    const missing = found.find(({ stat }) => stat === undefined)?.file;
    const streams: RecordedStream[] = [];
    for (const { file } of missing === undefined ? found : []) {
      const read = readRecord(file);
      if (!read.ok) return read;
      streams.push(...read.record.streams);
    }
    last = { version, streams, missing };
    return { ok: true, now: last };
  };
}

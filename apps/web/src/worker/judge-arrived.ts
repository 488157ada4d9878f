import { messagesOf } from '@catbird/engine';
import { countIn, putIn } from '@catbird/send';
import { earlierRows, type RecordedPart, unnotedAttempts } from '@catbird/stream';
import {
  allSent,
  arrivedIn,
  faultySpanTimes,
  faultyTruth,
  newJudge,
  spanTimes,
  truthOf,
  type TableReport,
} from '@catbird/verify';
import { OWN, NOTHING_DONE } from '../kept/kept-run.ts';
import { configRows, type StreamRows } from './config-rows.ts';
import { bytesOf } from './sample-bytes.ts';
import { rowsOf, schemaFor } from './session.ts';
import type { SentRows, StreamRequest } from './run-protocol.ts';
import { Refusal } from './serve.ts';

/** Time between two reports of progress, at least. */
const PROGRESS_MS = 100;

/** What was sent, and a file with what has arrived. */
export interface ArrivedRequest {
  readonly stream: StreamRequest;
  /** Undefined: all rows, whose times are given. */
  readonly sent: SentRows | undefined;
  readonly file: Blob;
}

/**
 * Computes the rows of a stream again, and compares them with those in a file.
 *
 * @param tell called with the bytes that were read so far
 * @throws Refusal if the file cannot be read to its end
 */
export async function judgeArrived(
  { stream, sent, file }: ArrivedRequest,
  tell: (bytes: number) => void,
): Promise<TableReport> {
  let lastMs = performance.now();
  const onRead = (bytes: number): void => {
    if (performance.now() - lastMs < PROGRESS_MS) return;
    lastMs = performance.now();
    tell(bytes);
  };
  try {
    const schema = await schemaFor(stream);
    const planned = configRows(schema, { ...rowsOf(stream), left: sent && asAtFirst(sent) });
    if (!planned.ok) throw new Error(messagesOf(planned.issues).join('; '));
    const { rows, ...reading } = await arrivedIn(bytesOf(file, onRead), async () => ({
      byteLength: file.size,
      slice: (start, end) => file.slice(start, end).arrayBuffer(),
    }));
    const judge = newJudge(
      countedFromOne(sent === undefined ? truthOfAll(planned) : truthOfSent(planned, sent)),
      reading,
    );
    for await (const { rows: some } of rows) judge.take(some);
    return judge.report();
  } catch (error) {
    throw new Refusal(error instanceof Error ? error.message : String(error));
  }
}

/** All rows, with the changes that were made while they were sent. */
export const asAtFirst = ({ part, timing, faultChanges, started = [] }: SentRows) => ({
  id: OWN,
  savedMs: 0,
  remaining: [[0, Infinity] as const],
  spans: part.spans,
  end: Infinity,
  timing,
  faultChanges,
  started,
  counts: NOTHING_DONE,
  reason: undefined,
});

/** The page counts rows from 1. */
const countedFromOne = (truth: ReturnType<typeof truthOf>): ReturnType<typeof truthOf> => ({
  ...truth,
  part: {
    of: truth.rows,
    numberOf: (row) => row + 1,
    others: { right: 0, arrived: 0, extra: 0, repeated: 0 },
  },
});

/** Every row of a stream whose times are known. */
function truthOfAll({
  rows,
  plain,
  timeline,
  faults,
  plannedRows,
  isDropped,
}: StreamRows): ReturnType<typeof truthOf> {
  if (timeline === undefined || plannedRows < 0) throw new Error('Only a run knows which rows were sent');
  const all = { ...allSent(plannedRows), isDropped };
  return faults === undefined
    ? truthOf(plain, timeline, plannedRows, all)
    : faultyTruth(rows, timeline, plannedRows, all);
}

/** How many rows there were up to the last that may have arrived. */
export const rowsOfSent = ({ accepted, uncertain }: Pick<RecordedPart, 'accepted' | 'uncertain'>): number =>
  Math.max(0, ...[accepted, uncertain].map((ranges) => ranges.at(-1)?.[1] ?? 0));

/** What should have arrived. */
function truthOfSent(
  { rows, plain, timeline, faults, isDropped }: StreamRows,
  { part, faultChanges }: SentRows,
): ReturnType<typeof truthOf> {
  const { accepted, end } = part;
  const uncertain = [...part.uncertain];
  const repeated = [...part.repeated];
  for (const range of unnotedAttempts(part)) countIn(repeated, range);
  for (const [first, last] of earlierRows(part)) putIn(uncertain, [first, Math.min(last, end ?? last)]);
  const known = { accepted, uncertain, repeated, isDropped };
  const count = rowsOfSent(known);
  return faults === undefined && faultChanges.length === 0
    ? truthOf(plain, timeline ?? spanTimes(part.spans), count, known)
    : faultyTruth(rows, timeline ?? faultySpanTimes(part.spans, rows, count), count, known);
}

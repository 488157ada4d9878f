import { invalid, type Result } from '@catbird/engine';
import { type Counts, type Summary, addedBins, percentilesOf } from '@catbird/send';
import { shardLimit } from '@catbird/stream';
import { EXIT, worstOf, type ExitCode } from '../exit-codes.ts';
import { addedDigests } from '../digest/digest.ts';
import { rowsOf, type LostRows } from '../report/lost.ts';
import { summed } from '../report/table.ts';
import type { Found, PartSummary } from './summaries.ts';

/** A shard with rows left to send. */
export interface Debt {
  readonly shard: number;
  /** Null if the stream has no end. */
  readonly rows: number | null;
  /** Whether these are as many as they may be: how many are the shard's depends on its keys. */
  readonly atMost?: true;
  /** Why it ended; `unfinished` if it runs or was killed; undefined if nothing is known of it. */
  readonly reason?: string;
}

/** The sum of the parts of one stream. As for each of them, `generated = accepted + quarantined + rejected + failed + dropped`. */
export interface Merged
  extends Counts, Pick<Summary, 'requests' | 'retried' | 'bytes' | 'latency' | 'latencyBins'> {
  /** Number of shards, and of those whose summary is there. */
  readonly shards: number;
  readonly found: number;
  /** In ISO 8601: the first start and the last end. */
  readonly startedAt: string;
  readonly endedAt: string;
  readonly elapsedMs: number;
  /** Rows accepted per second from the first start to the last end. */
  readonly achieved: number;
  readonly seed: string;
  /** Rows of the whole stream; −1: no end. */
  readonly rows: number;
  /** The shards that are missing, or have rows left to send. */
  readonly owing: readonly Debt[];
  /** Of all rows acknowledged, if every part has one. */
  readonly digest?: string;
  readonly exitCode: ExitCode;
}

/** The reason of a shard that runs or was killed. */
export const UNFINISHED = 'unfinished';

/**
 * Adds up the parts of one stream.
 *
 * @param done how many rows shards without a summary have sent, as far as it is known
 */
export function merged(
  all: readonly Found[],
  done: ReadonlyMap<number, number> = new Map(),
): Result<{ readonly sum: Merged }> {
  const [first] = all;
  if (first === undefined) return invalid('No summaries found');
  const found = differences(first, all);
  if (found.length > 0) return invalid(...found);
  const summaries = all.map(({ summary }) => summary);
  const { seed, part } = first.summary;
  const latencyBins = addedBins(summaries.map((each) => each.latencyBins));
  const startMs = Math.min(...summaries.map((each) => Date.parse(each.part.startedAt)));
  const endMs = Math.max(...summaries.map((each) => Date.parse(each.part.endedAt)));
  const counts = sums(summaries);
  const owing = debts(summaries, done);
  const digest = digestOf(summaries);
  const sum = {
    ...counts,
    latency: percentilesOf(latencyBins),
    latencyBins,
    shards: part.shard?.count ?? 1,
    found: all.length,
    startedAt: new Date(startMs).toISOString(),
    endedAt: new Date(endMs).toISOString(),
    elapsedMs: endMs - startMs,
    achieved: endMs > startMs ? (counts.accepted * 1000) / (endMs - startMs) : 0,
    seed,
    rows: part.rows,
    owing,
    ...(digest === undefined ? {} : { digest }),
    exitCode: exitCodeOf(summaries, owing),
  };
  return { ok: true, sum };
}

/** What the parts of one stream share. */
const SHARED: readonly (readonly [name: string, value: (summary: PartSummary) => string | number])[] = [
  ['seed', ({ seed }) => seed],
  ['schema or faults', ({ part }) => part.fingerprint],
  ['number of shards', ({ part }) => part.shard?.count ?? 1],
  ['limit', ({ part }) => part.rows],
  ['--split-by', ({ part }) => part.splitBy ?? 'none'],
];

/** Why these are not the parts of one stream. */
function differences(first: Found, all: readonly Found[]): string[] {
  const lines: string[] = [];
  for (const [name, valueOf] of SHARED) {
    const other = all.find(({ summary }) => valueOf(summary) !== valueOf(first.summary));
    if (other !== undefined)
      lines.push(
        `${first.source} and ${other.source} differ in ${name}: ${valueOf(first.summary)} and ${valueOf(other.summary)}`,
      );
  }
  const byShard = new Map<number, Found>();
  for (const found of all) {
    const index = indexOf(found.summary);
    const other = byShard.get(index);
    if (other !== undefined) lines.push(`${other.source} and ${found.source} are both of shard ${index}`);
    byShard.set(index, found);
  }
  return lines;
}

const indexOf = ({ part }: PartSummary): number => part.shard?.index ?? 0;

/** The counts of the last process of each part, and the rows that earlier ones lost. */
function sums(summaries: readonly PartSummary[]): ReturnType<typeof summed> {
  const total = summed(summaries);
  const lost = summaries.flatMap(({ part: { earlier = [] } }) => earlier);
  const earlier = (outcome: LostRows['outcome']): number =>
    rowsOf(lost.filter((each) => each.outcome === outcome));
  return {
    ...total,
    generated: total.generated + rowsOf(lost),
    quarantined: total.quarantined + earlier('quarantined'),
    rejected: total.rejected + earlier('rejected'),
    failed: total.failed + earlier('failed'),
    uncertain: total.uncertain + earlier('failed'),
  };
}

/** The shards with rows left to send: all of them if they are missing, the rest if they ended before. */
function debts(summaries: readonly PartSummary[], done: ReadonlyMap<number, number>): readonly Debt[] {
  const [first] = summaries;
  const { rows = -1, shard, splitBy } = first?.part ?? {};
  const count = shard?.count ?? 1;
  const byShard = new Map(summaries.map((summary) => [indexOf(summary), summary]));
  return Array.from({ length: count }, (_, index): Debt | undefined => {
    const summary = byShard.get(index);
    const bound = splitBy === undefined ? {} : ({ atMost: true } as const);
    if (summary === undefined) {
      const limit = splitBy === undefined ? shardLimit(rows, { index, count }) : rows;
      return { ...unended(index, limit, done.get(index)), ...bound };
    }
    const { owed } = summary.part;
    return owed === 0 || owed === null
      ? undefined
      : { shard: index, rows: owed, ...bound, reason: summary.reason };
  }).filter((debt) => debt !== undefined);
}

/** The debt of a shard without a summary. */
const unended = (shard: number, limit: number, done: number | undefined): Debt => ({
  shard,
  rows: limit < 0 ? null : Math.max(0, limit - (done ?? 0)),
  ...(done === undefined ? {} : { reason: UNFINISHED }),
});

function digestOf(summaries: readonly PartSummary[]): string | undefined {
  const digests = summaries.flatMap(({ part }) => part.digest ?? []);
  return digests.length === summaries.length ? addedDigests(digests) : undefined;
}

/** The worst of the exit codes. A missing shard is a failure. */
function exitCodeOf(summaries: readonly PartSummary[], owing: readonly Debt[]): ExitCode {
  const isMissing = owing.some(({ reason }) => reason === undefined || reason === UNFINISHED);
  const codes = summaries.map(({ exitCode }) => known(exitCode));
  return worstOf(isMissing ? [EXIT.failed, ...codes] : codes);
}

const known = (code: number): ExitCode => Object.values(EXIT).find((each) => each === code) ?? EXIT.failed;

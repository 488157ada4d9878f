import { invalid, type Result, jsonOf } from '@catbird/engine';
import type { Counts } from '@catbird/send';
import * as z from 'zod/mini';
import { DIGEST_TEXT } from '../digest/digest.ts';
import { MAX_SHARDS } from '../stream/shard.ts';

/** Longer lines are no summary: that of ten thousand streams is half as long. */
const MAX_LENGTH = 64 * 1024 * 1024;

/**
 * The last summary in the output of `--json`, as its line; empty if there is none. The output may be larger than memory: a stream that
 * runs for weeks prints a line each second.
 */
export async function lastSummary(output: AsyncIterable<string>): Promise<string> {
  let last = '';
  const take = (line: string): void => {
    if (isSummaryLine(line)) last = line;
  };
  let rest = '';
  let isTooLong = false;
  for await (const text of output) {
    const lines = text.split('\n');
    lines[0] = rest + (lines[0] ?? '');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!isTooLong) take(line);
      isTooLong = false;
    }
    isTooLong ||= rest.length > MAX_LENGTH;
    if (isTooLong) rest = '';
  }
  if (!isTooLong) take(rest);
  return last;
}

/** Whether a line is a whole summary. Only lines that may be one are parsed. */
function isSummaryLine(line: string): boolean {
  const text = line.replace(/^\uFEFF/, '');
  if (!text.startsWith('{') || !text.includes('"summary"')) return false;
  const value = jsonOf(text);
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'summary';
}

const row = z.int().check(z.nonnegative());

const shard = z
  .object({ index: row, count: z.int().check(z.lte(MAX_SHARDS)) })
  .check(z.refine(({ index, count }) => index < count, 'Must be an index below a count'));

/** What tells the part of a stream that a process sent: `PartFacts`. */
const part = z.object({
  fingerprint: z.string(),
  shard: z.nullable(shard),
  rows: z.int().check(z.gte(-1)),
  splitBy: z.optional(z.string()),
  owed: z.nullable(row),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  digest: z.optional(z.string().check(z.regex(DIGEST_TEXT))),
  earlier: z.optional(
    z.array(
      z.object({ outcome: z.enum(['rejected', 'quarantined', 'failed']), reason: z.string(), rows: row }),
    ),
  ),
});

/** What is read of the summary of a stream in the output of `--json`. */
const summary = z
  .object({
    generated: row,
    accepted: row,
    quarantined: row,
    rejected: row,
    failed: row,
    uncertain: row,
    dropped: row,
    inFlight: row,
    requests: z.record(z.string(), row),
    retried: row,
    bytes: row,
    latencyBins: z.array(z.tuple([row, row])),
    reason: z.string(),
    exitCode: z.int(),
    seed: z.string(),
    part,
  })
  .check(z.refine(addsUp, 'Its counts do not add up'));

/** Whether each row has one fate. */
function addsUp(counts: Omit<Counts, 'uncertain'>): boolean {
  const { generated, accepted, quarantined, rejected, failed, dropped, inFlight } = counts;
  return generated === accepted + quarantined + rejected + failed + dropped + inFlight;
}

/** The summary of one process and stream. */
export type PartSummary = Readonly<z.output<typeof summary>>;

/** A summary, and where it was found. */
export interface Found {
  /** A file, or a key of a store. */
  readonly source: string;
  /** The stream's name, if its process had several. */
  readonly stream: string | undefined;
  readonly summary: PartSummary;
}

/**
 * The summaries in the output of `--json`: those of its last line of that type, one for each stream. None if its process was killed.
 */
export function summariesIn(output: string, source: string): Result<{ readonly found: readonly Found[] }> {
  const last = output
    .replace(/^\uFEFF/, '')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map(jsonOf)
    .findLast(isSummary);
  if (last === undefined) return { ok: true, found: [] };
  const streams = Object.entries(last.streams ?? { '': last });
  const found: Found[] = [];
  for (const [name, value] of streams) {
    const read = z.safeParse(summary, value);
    if (!read.success) return invalid(`${source}: the summary cannot be read: ${placeOf(read.error)}`);
    found.push({ source, stream: name === '' ? undefined : name, summary: read.data });
  }
  return { ok: true, found };
}

const isSummary = (line: unknown): line is { readonly streams?: Readonly<Record<string, unknown>> } =>
  typeof line === 'object' && line !== null && 'type' in line && line.type === 'summary';

/** Where a summary differs: `part: Invalid input`. That of another version may lack a member. */
function placeOf({ issues: [issue] }: z.core.$ZodError): string {
  const place = issue?.path.map(String).join('.') ?? '';
  return `${place === '' ? '' : `${place}: `}${issue?.message ?? ''}. Use the output of this version of Catbird`;
}

import { invalid, type Issue, issuesIn, issuesOf, printable, type Result } from '@catbird/engine';
import { createReadStream } from 'node:fs';
import { defineCommand } from '../command.ts';
import { EXIT, worstOf } from '../exit-codes.ts';
import { readingFailure } from '../files/error-code.ts';
import { decoded } from '../files/read-text.ts';
import { switchFlag } from '../flags/readers.ts';
import { refuse } from '../refusal.ts';
import { aligned, identity, latency, traffic } from '../report/summary-line.ts';
import { plural, rate, time } from '../report/words.ts';
import { isStoreAddress, readAddress } from '../stream/store/address.ts';
import { merged, UNFINISHED, type Debt, type Merged } from '../summary/merge.ts';
import { lastSummary, summariesIn } from '../summary/summaries.ts';
import { byStream, type StoredShards } from '../summary/stored-shards.ts';
import type { Terminal } from '../terminal.ts';

/** `catbird summary`: adds up what the shards of a stream report. */
export const summary = defineCommand({
  operands: { usage: '[FILE|URL…]', least: 0, most: Infinity },
  flags: { json: switchFlag({ help: 'Print one JSON object.', group: 'Output' }) },
  notes: `FILE holds what a shard with --json printed to stderr; only its last summary counts. - reads stdin. URL is the --state of the shards: redis://, postgres:// or s3://; default: CATBIRD_STATE, which keeps a password off the command line. With several streams, name the state of each: redis://state/shop.orders. All shards must have the same seed, schema, faults and limit.
Exit code: the worst of the shards, 1 if a shard is missing, or 2 if they are not shards of one stream.`,
  examples: [
    { line: 'catbird summary shards/*.json', does: 'add up all shards and name the missing ones' },
    { line: 'catbird summary redis://state/orders', does: 'add up what the shards have saved in the store' },
    { line: 'catbird summary --json shards/*.json', does: 'print the sum as JSON' },
  ],
  async run({ json = false }, given, terminal) {
    const files = given.length > 0 ? given : storeIn(terminal.env);
    if (files.length === 0) return refuse(issuesOf(NOTHING_NAMED), { json, err: terminal.err });
    const { read, issues } = await readAll(files, json, terminal);
    if (issues.length === 0 && read.every(({ found }) => found.length === 0))
      issues.push({ message: 'No summary found' });
    const streams = [...byStream(read)];
    const ended = streams.filter(([, { found }]) => found.length > 0);
    const sums: [stream: string | undefined, sum: Merged][] = [];
    for (const [stream, { found, done }] of ended) {
      const added = merged(found, done);
      if (added.ok) sums.push([stream, added.sum]);
      else issues.push(...added.issues);
    }
    if (issues.length > 0) return refuse(issues, { json, err: terminal.err });
    const texts = json ? [`${jsonOf(sums)}\n`] : sums.map(([name, sum]) => mergedText(sum, name));
    await terminal.out.write(printable(texts.join('\n')));
    const codes = sums.map(([, { exitCode }]) => exitCode);
    // A stream of which no shard has ended has rows left, too.
    return worstOf(ended.length < streams.length ? [...codes, EXIT.failed] : codes);
  },
});

/** What is in the files and stores, with a note on those without a summary. */
async function readAll(
  files: readonly string[],
  json: boolean,
  terminal: Terminal,
): Promise<{ readonly read: readonly StoredShards[]; readonly issues: Issue[] }> {
  const all: Result<StoredShards>[] = [];
  // One after another: a thousand shards have more files than a process may open.
  for (const file of files) all.push(await foundIn(file, terminal));
  for (const [i, each] of all.entries())
    if (each.ok && each.found.length === 0) terminal.err.write(`${noteOf(files[i] ?? '', json)}\n`);
  return {
    read: all.flatMap((each) => (each.ok ? [each] : [])),
    issues: [...issuesIn(...all)],
  };
}

const NOTHING_NAMED =
  'Name the files that shards printed with --json, or the address of their store, or set CATBIRD_STATE';

/** The state that the shards have from the environment. */
const storeIn = ({ CATBIRD_STATE: state = '' }: Terminal['env']): readonly string[] =>
  state === '' ? [] : [state];

function noteOf(given: string, json: boolean): string {
  const address = isStoreAddress(given) ? readAddress(given) : undefined;
  const file = address?.ok === true ? address.shown : given;
  const message =
    address === undefined
      ? `${file} has no summary: its process was killed, or had no --json`
      : `${file} has no summary: no shard has ended`;
  return json ? JSON.stringify({ type: 'note', message }) : message;
}

/** The summaries in a file or a store. */
async function foundIn(file: string, terminal: Terminal): Promise<Result<StoredShards>> {
  if (isStoreAddress(file)) return (await import('../summary/stored-shards.ts')).foundInStore(file, terminal);
  try {
    const bytes: AsyncIterable<Uint8Array> = file === '-' ? terminal.inputBytes() : createReadStream(file);
    const found = summariesIn(await lastSummary(decoded(bytes)), file === '-' ? 'stdin' : file);
    return found.ok ? { ...found, done: new Map() } : found;
  } catch (error) {
    return invalid(`Could not read ${file}: ${readingFailure(error)}`);
  }
}

/** One object, or one for each stream of the processes by its name. */
function jsonOf(sums: readonly (readonly [string | undefined, Merged])[]): string {
  const [first] = sums;
  const named = sums.some(([stream]) => stream !== undefined);
  return JSON.stringify(
    named ? Object.fromEntries(sums.map(([stream = '', sum]) => [stream, sum])) : first?.[1],
  );
}

/** The sum of the parts of a stream, for people: laid out as the summary of one process. */
export function mergedText(sum: Merged, stream: string | undefined): string {
  const { shards, found, startedAt, endedAt, elapsedMs, achieved, owing, rows, seed, digest } = sum;
  const parts = shards === 1 ? 'The stream' : `${found} of ${plural(shards, 'shard')}`;
  const lines = [
    `${stream === undefined ? '' : `${stream}: `}${parts} ended, from ${startedAt} to ${endedAt} (${time(elapsedMs)}).`,
    ...owing.map((debt) => debtText(debt, shards)),
    '',
    ...identity(sum),
    '',
    ...aligned([
      ['rate', `${rate(achieved)}/s accepted`],
      ...traffic(sum),
      ...latency(sum),
      ['limit', rows < 0 ? 'none' : plural(rows, 'event')],
      ['seed', seed],
      ...(digest === undefined ? [] : [['digest', digest] as const]),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

/** `Shard 3/5 is missing: 200 events left.` */
function debtText({ shard, rows, atMost, reason }: Debt, shards: number): string {
  const name = shards === 1 ? 'The stream' : `Shard ${shard}/${shards}`;
  const events = `${atMost === true ? 'up to ' : ''}${plural(rows ?? 0, 'event')} left`;
  const left = rows === null ? 'the stream has no end' : events;
  if (reason === undefined) return `${name} is missing: ${left}.`;
  return reason === UNFINISHED
    ? `${name} runs or was killed: ${left}.`
    : `${name} ended early (${reason}): ${left}.`;
}

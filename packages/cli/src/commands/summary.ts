import { createReadStream } from 'node:fs';
import { defineCommand } from '../command.ts';
import { EXIT, worstOf } from '../exit-codes.ts';
import { decoded } from '../files/decoded.ts';
import { readingFailure } from '../files/error-code.ts';
import { switchFlag } from '../flags/readers.ts';
import { printable } from '../printable.ts';
import { refusalOf, refuse } from '../refusal.ts';
import { merged, type Merged } from '../summary/merge.ts';
import { isStoreAddress, readAddress } from '../stream/store/address.ts';
import { lastSummary } from '../summary/last-line.ts';
import { summariesIn } from '../summary/read.ts';
import type { StoredShards } from '../summary/store.ts';
import { byStream } from '../summary/streams.ts';
import { mergedText } from '../summary/text.ts';
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
    if (files.length === 0) return refuse(refusalOf('usage', [NOTHING_NAMED]), { json, err: terminal.err });
    const { read, problems } = await readAll(files, json, terminal);
    if (problems.length === 0 && read.every(({ found }) => found.length === 0))
      problems.push('No summary found');
    const streams = [...byStream(read)];
    const ended = streams.filter(([, { found }]) => found.length > 0);
    const sums: [stream: string | undefined, sum: Merged][] = [];
    for (const [stream, { found, done }] of ended) {
      const sum = merged(found, done);
      if ('problems' in sum) problems.push(...sum.problems);
      else sums.push([stream, sum]);
    }
    if (problems.length > 0) return refuse(refusalOf('usage', problems), { json, err: terminal.err });
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
): Promise<{ readonly read: readonly StoredShards[]; readonly problems: string[] }> {
  const all: (StoredShards | string)[] = [];
  // One after another: a thousand shards have more files than a process may open.
  for (const file of files) all.push(await foundIn(file, terminal));
  for (const [i, each] of all.entries())
    if (typeof each !== 'string' && each.found.length === 0)
      terminal.err.write(`${noteOf(files[i] ?? '', json)}\n`);
  return {
    read: all.flatMap((each) => (typeof each === 'string' ? [] : [each])),
    problems: all.flatMap((each) => (typeof each === 'string' ? [each] : [])),
  };
}

const NOTHING_NAMED =
  'Name the files that shards printed with --json, or the address of their store, or set CATBIRD_STATE';

/** The state that the shards have from the environment. */
const storeIn = ({ CATBIRD_STATE: state = '' }: Terminal['env']): readonly string[] =>
  state === '' ? [] : [state];

function noteOf(given: string, json: boolean): string {
  const address = isStoreAddress(given) ? readAddress(given) : undefined;
  const file = address !== undefined && 'shown' in address ? address.shown : given;
  const message =
    address === undefined
      ? `${file} has no summary: its process was killed, or had no --json`
      : `${file} has no summary: no shard has ended`;
  return json ? JSON.stringify({ type: 'note', message }) : message;
}

/** The summaries in a file or a store, or a sentence about why there are none. */
async function foundIn(file: string, terminal: Terminal): Promise<StoredShards | string> {
  if (isStoreAddress(file)) return (await import('../summary/store.ts')).foundInStore(file, terminal);
  try {
    const bytes: AsyncIterable<Uint8Array> = file === '-' ? terminal.inputBytes() : createReadStream(file);
    const found = summariesIn(await lastSummary(decoded(bytes)), file === '-' ? 'stdin' : file);
    return typeof found === 'string' ? found : { found, done: new Map() };
  } catch (error) {
    return `Could not read ${file}: ${readingFailure(error)}`;
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

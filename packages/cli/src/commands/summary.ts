import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { defineCommand } from '../command.ts';
import { worstOf } from '../exit-codes.ts';
import { decoded } from '../files/decoded.ts';
import { readingFailure } from '../files/error-code.ts';
import { switchFlag } from '../flags/readers.ts';
import { printable } from '../printable.ts';
import { refusalOf, refuse } from '../refusal.ts';
import { merged, type Merged } from '../summary/merge.ts';
import { isStoreAddress, readAddress } from '../stream/store/address.ts';
import { summariesIn, type Found } from '../summary/read.ts';
import type { StoredShards } from '../summary/store.ts';
import { mergedText } from '../summary/text.ts';
import type { Terminal } from '../terminal.ts';

/** `catbird summary`: adds up what the shards of a stream report. */
export const summary = defineCommand({
  operands: { usage: 'FILE|URL…', least: 1, most: Infinity },
  flags: { json: switchFlag({ help: 'Print one JSON object.', group: 'Output' }) },
  notes: `FILE holds what a shard with --json printed to stderr; only its last summary counts. - reads stdin. URL is the --state of the shards: redis://, postgres:// or s3://. All shards must have the same seed, schema, faults and limit.
Exit code: the worst of the shards, 1 if a shard is missing, or 2 if they are not shards of one stream.`,
  examples: [
    { line: 'catbird summary shards/*.json', does: 'add up all shards and name the missing ones' },
    { line: 'catbird summary redis://state/orders', does: 'add up what the shards have saved in the store' },
    { line: 'catbird summary --json shards/*.json', does: 'print the sum as JSON' },
  ],
  async run({ json = false }, files, terminal) {
    const all = await Promise.all(files.map((file) => foundIn(file, terminal)));
    const problems = all.flatMap((each) => (typeof each === 'string' ? [each] : []));
    const read = all.flatMap((each) => (typeof each === 'string' ? [] : [each]));
    for (const [i, each] of all.entries())
      if (typeof each !== 'string' && each.found.length === 0)
        terminal.err.write(`${noteOf(files[i] ?? '', json)}\n`);
    const found = read.flatMap((each) => each.found);
    if (problems.length === 0 && found.length === 0) problems.push('No summary found');
    const done = new Map(read.flatMap((each) => [...each.done]));
    const byStream = groups(found);
    const sums: [stream: string | undefined, sum: Merged][] = [];
    for (const [stream, parts] of byStream) {
      const sum = merged(parts, done);
      if ('problems' in sum) problems.push(...sum.problems);
      else sums.push([stream, sum]);
    }
    if (problems.length > 0) return refuse(refusalOf('usage', problems), { json, err: terminal.err });
    const texts = json ? [`${jsonOf(sums)}\n`] : sums.map(([name, sum]) => mergedText(sum, name));
    await terminal.out.write(printable(texts.join('\n')));
    return worstOf(sums.map(([, { exitCode }]) => exitCode));
  },
});

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
    const text = decoded(file === '-' ? await buffer(terminal.inputBytes()) : await readFile(file));
    const found = summariesIn(text, file === '-' ? 'stdin' : file);
    return typeof found === 'string' ? found : { found, done: new Map() };
  } catch (error) {
    return `Could not read ${file}: ${readingFailure(error)}`;
  }
}

function groups(all: readonly Found[]): ReadonlyMap<string | undefined, readonly Found[]> {
  const byStream = new Map<string | undefined, Found[]>();
  for (const found of all) byStream.set(found.stream, [...(byStream.get(found.stream) ?? []), found]);
  return byStream;
}

/** One object, or one for each stream of the processes by its name. */
function jsonOf(sums: readonly (readonly [string | undefined, Merged])[]): string {
  const [first] = sums;
  const named = sums.some(([stream]) => stream !== undefined);
  return JSON.stringify(
    named ? Object.fromEntries(sums.map(([stream = '', sum]) => [stream, sum])) : first?.[1],
  );
}

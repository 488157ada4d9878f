import { type Result, newBatch, rowIndex, withoutDropped } from '@catbird/engine';
import { formatKeyOf } from '@catbird/stream';
import { defineCommand } from '../command.ts';
import { streamsIn } from '../config/check.ts';
import { destinations } from '../destinations/list.ts';
import { added, digestOf, digestText, NO_ROWS } from '../digest/digest.ts';
import { EXIT } from '../exit-codes.ts';
import { switchFlag, textsFlag } from '../flags/readers.ts';
import { refuse, type CommandIssue, type Refused } from '../refusal.ts';
import { streamFlags } from '../stream/flags.ts';
import { prepare } from '../stream/prepare.ts';
import type { Prepared } from '../stream/prepared.ts';
import type { StreamOptions, StreamSpec } from '../stream/spec.ts';
import type { Terminal } from '../terminal.ts';

/** Large enough to be cheap, small enough to stay in the processor's cache. */
const AT_ONCE = { rows: 8192, bytes: 256 * 1024 };

/** The digest of all rows of a stream, which must have an end. */
export function digestOfAll({
  rows,
  wholeRows,
  time,
}: Pick<Prepared, 'rows' | 'wholeRows' | 'time'>): string {
  const times = time?.timeline ?? { startMs: Date.now(), stepMs: 0 };
  const batch = newBatch();
  let sum = NO_ROWS;
  for (let first = 0; first < wholeRows;) {
    const count = Math.min(AT_ONCE.rows, wholeRows - first);
    const filled = rows.fill(batch, { first, count, time: times, maxBytes: AT_ONCE.bytes });
    const sent = withoutDropped(filled);
    sum = added(
      sum,
      digestOf(sent, 0, sent.count, (place) => rowIndex(sent, place)),
    );
    first += filled.count;
  }
  return digestText(sum);
}

/** `catbird digest stream.yaml`: what the digests of all shards of a stream add up to. */
export const digest = defineCommand({
  operands: { usage: 'FILE', least: 1, most: 1 },
  flags: {
    types: streamFlags.types,
    set: textsFlag({
      help: 'Override a value, as for catbird run. Repeatable.',
      value: 'PATH=VALUE',
      group: 'Config',
    }),
    json: switchFlag({ help: 'Print one JSON object.', group: 'Output' }),
  },
  notes: `Generates all rows on this machine, sends nothing, and prints their digest. A stream with --digest reports the same digest if the destination acknowledged every row. The stream needs a seed, an end, and computed event times (from) if a field depends on the time. It detects mistakes, not forgery.`,
  examples: [{ line: 'catbird digest stream.yaml', does: 'print the digest of the whole stream' }],
  async run({ set, types, json = false }, [file = '-'], terminal) {
    const found = await streamsIn(file, { set, types }, terminal);
    if (!found.ok) return refuse(found.issues, { json, err: terminal.err });
    const digests: [name: string, digest: string][] = [];
    for (const spec of found.streams) {
      const made = await digestFor(spec, terminal);
      if (!made.ok) return refuse(made.issues, { json, err: terminal.err });
      digests.push([spec.name ?? '', made.digest]);
    }
    await terminal.out.write(json ? `${jsonOf(digests)}\n` : digests.map(lineOf).join(''));
    return EXIT.ok;
  },
});

const lineOf = ([name, text]: readonly [string, string]): string =>
  `${[text, name].filter((each) => each !== '').join('  ')}\n`;

/** One object, or one for each stream by its name. */
function jsonOf(digests: readonly (readonly [string, string])[]): string {
  const objects = digests.map(([name, text]) => [name, { digest: text }] as const);
  const [first] = objects;
  return JSON.stringify(first?.[0] === '' ? first[1] : Object.fromEntries(objects));
}

/** The options that do not change which rows there are, or what they are. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'shard',
  'state',
  'startAt',
  'faultsLog',
  'deadLetter',
  'record',
  'inFlight',
]);

const unfit = (message: string): Refused => ({ ok: false, issues: [{ kind: 'config', message }] });

/** The digest of a stream, whatever its destination. */
async function digestFor(
  spec: StreamSpec,
  terminal: Terminal,
): Promise<Result<{ readonly digest: string }, CommandIssue>> {
  const name = spec.name === undefined ? '' : `streams.${spec.name}: `;
  if (spec.options.seed === undefined) return unfit(`${name}digest needs a seed`);
  const [log] = destinations.filter(({ command }) => command === 'log');
  if (log === undefined) throw new Error('The destination log is missing');
  const { formats } = spec.destination;
  const options: StreamOptions = {
    ...Object.fromEntries(
      Object.entries(spec.options).filter(([key]) => key in streamFlags && !LEFT_OUT.has(key)),
    ),
    format: formatKeyOf(spec),
  };
  const topic = spec.destination.topic?.(spec.settings);
  const destination = { ...log, ...(formats && { formats }), topic: () => topic };
  const result = await prepare({ ...spec, options, destination, settings: {}, isDryRun: true }, terminal);
  if (!result.ok) return result;
  if (result.prepared.wholeRows < 0) return unfit(`${name}digest needs an end: set limit, duration or to`);
  return { ok: true, digest: digestOfAll(result.prepared) };
}

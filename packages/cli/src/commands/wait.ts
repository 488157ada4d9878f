import type { Counts } from '@catbird/verify';
import { defineCommand } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { switchFlag } from '../flags/readers.ts';
import { maxWaitFlag, quietFlag, quietForFlag, QUIET_MS, rowFlags, sourceFlags } from '../flags/verify.ts';
import { refuse } from '../refusal.ts';
import { verifyTables } from '../verify/verify-tables.ts';
import { isUnread, type Verified } from '../verify/verified.ts';

/** How long to wait unless a flag says it: 10 minutes. */
const FOR_MS = 600_000;

/** `catbird wait CONFIG --record run.json`: until what was sent has arrived. */
export const wait = defineCommand({
  operands: { usage: '[CONFIG]', least: 0, most: 1 },
  flags: {
    ...rowFlags,
    ...sourceFlags,
    maxWait: maxWaitFlag('10m'),
    quietFor: quietForFlag,
    json: switchFlag({ help: 'Print the counts as JSON.', group: 'Output' }),
    quiet: quietFlag,
  },
  notes: `Reads the tables repeatedly until no row is missing, nothing has changed for --quiet-for, or --max-wait is over. Ignores changed, doubled and extra rows, which catbird verify reports.
Exit codes: 0 all rows have arrived, 99 rows are missing, 1 a source cannot be read, 2 invalid usage or config.`,
  examples: [
    {
      line: 'catbird wait shop.yaml --record run.json --max-wait 10m --quiet-for 30s',
      does: 'wait until all tables have their rows',
    },
  ],
  async run(
    {
      maxWait: forMs = FOR_MS,
      quietFor = QUIET_MS,
      json = false,
      quiet,
      record,
      set,
      types,
      source,
      query,
      table,
      stream,
      identity,
    },
    [config],
    terminal,
  ) {
    const { err, out } = terminal;
    const startMs = performance.now();
    const made = await verifyTables(
      {
        config,
        set,
        types,
        records: record,
        source,
        query,
        tables: table,
        stream,
        identity: identity?.split(','),
        waiting: { forMs, quietMs: quietFor },
      },
      terminal,
    );
    if (!made.ok) return refuse(made.issues, { json, err });
    const seconds = Math.round((performance.now() - startMs) / 1000);
    const { outcomes } = made.reports;
    for (const each of outcomes)
      if (isUnread(each)) err.write(`No verdict on ${each.name}: ${each.reason}\n`);
    const read = outcomes.filter((each): each is Verified => !isUnread(each));
    const lines = read.map((each) => `${(json ? countsJson : countsText)(each, seconds)}\n`);
    if (json || quiet !== true) await out.write(lines.join(''));
    if (outcomes.some(isUnread)) return EXIT.failed;
    return read.every(({ report }) => absent(report.counts) === 0) ? EXIT.ok : EXIT.threshold;
  },
});

/** Rows that are not there, whether they are due yet or not. */
const absent = ({ missing, pending }: Counts): number => missing + pending;

const countsJson = ({ name, source, report: { counts } }: Verified, seconds: number): string =>
  JSON.stringify({ name, source, expected: counts.expected, missing: absent(counts), seconds });

function countsText({ name, source, report: { counts } }: Verified, seconds: number): string {
  const there = (counts.expected - absent(counts)).toLocaleString('en');
  return `${name}  ${source}: ${there} of ${counts.expected.toLocaleString('en')} rows have arrived after ${seconds} s`;
}

import { defineCommand } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { durationFlag, switchFlag } from '../flags/readers.ts';
import { quietForFlag, QUIET_MS, rowFlags, sourceFlags } from '../flags/verify.ts';
import { refuse } from '../refusal.ts';
import { tablesOf, verified } from './verify.ts';

/** How long to wait unless a flag says it: 10 minutes. */
const FOR_MS = 600_000;

/** `catbird wait CONFIG --record run.json`: until what was sent has arrived. */
export const wait = defineCommand({
  operands: { usage: '[CONFIG]', least: 0, most: 1 },
  flags: {
    ...rowFlags,
    ...sourceFlags,
    for: durationFlag({ help: 'Wait at most so long. Default: 10m.', group: 'Waiting' }),
    quietFor: quietForFlag,
    json: switchFlag({ help: 'Print the counts as JSON.', group: 'Output' }),
  },
  notes: `Reads the tables again and again until no row is missing, nothing has moved for --quiet-for, or the time is over. Changed, doubled and extra rows do not matter here: catbird verify judges them.
Exit codes: 0 all rows are there, 99 rows are missing, 1 a source cannot be read, 2 invalid usage or config.`,
  examples: [
    {
      line: 'catbird wait shop.yaml --record run.json --for 10m --quiet-for 30s',
      does: 'wait until all tables have their rows',
    },
  ],
  async run({ for: forMs = FOR_MS, quietFor = QUIET_MS, json = false, ...asked }, [file], terminal) {
    const { err, out } = terminal;
    const found = await tablesOf(file, { ...asked, isWaiting: true }, terminal);
    if (!found.ok) return refuse(found.issues, { json, err });
    const startMs = performance.now();
    let isMissing = false;
    for (const table of found.tables) {
      const one = await verified(table, found, terminal, { untilMs: startMs + forMs, quietMs: quietFor });
      if (!one.ok) return refuse(one.issues, { json, err });
      if ('failure' in one) {
        err.write(`${one.failure}\n`);
        return EXIT.failed;
      }
      const { name, source, report } = one.verified;
      const { expected, missing } = report.counts;
      const seconds = Math.round((performance.now() - startMs) / 1000);
      isMissing ||= missing > 0;
      const text = `${name}  ${source}: ${(expected - missing).toLocaleString('en')} of ${expected.toLocaleString('en')} rows are there after ${seconds} s`;
      await out.write(`${json ? JSON.stringify({ name, source, expected, missing, seconds }) : text}\n`);
    }
    return isMissing ? EXIT.threshold : EXIT.ok;
  },
});

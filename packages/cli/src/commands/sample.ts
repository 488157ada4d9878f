import { compile, newBatch, payload } from '@catbird/core';
import { defineCommand } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { schemaFlags, seedFlag } from '../flags/schema.ts';
import { switchFlag, wholeFlag } from '../flags/readers.ts';
import { readSchema, sourceOf } from '../schema/read.ts';
import { randomSeed } from '../seed.ts';

/** Size of a write: large enough to be cheap, small enough to stay in the processor's cache. */
const AT_ONCE = { rows: 8192, bytes: 256 * 1024 };

/** `catbird sample`: prints rows. */
export const sample = defineCommand({
  flags: {
    ...schemaFlags,
    rows: wholeFlag({ help: 'Number of rows.', short: 'n', group: 'Rows', least: 1, default: '10' }),
    seed: seedFlag,
    quiet: switchFlag({ help: 'Print errors only.', group: 'Output' }),
  },
  examples: [
    { line: 'catbird sample -n 3', does: 'print three rows of Simple Example' },
    {
      line: 'catbird sample --template "Flight Bookings" -n 1000 --seed 42 > bookings.ndjson',
      does: 'write the same 1,000 rows every time, except for timestamps',
    },
    {
      line: `echo '{"id": {"type": "string.uuid"}}' | catbird sample --schema - -n 1`,
      does: 'print a row of your own schema',
    },
  ],
  async run({ template, schema, rows = 10, seed = randomSeed(), quiet = false }, _operands, terminal) {
    const { out, err } = terminal;
    const source = sourceOf(template, schema);
    if ('problem' in source) {
      err.write(`${source.problem}\n`);
      return EXIT.usage;
    }
    const reading = await readSchema(source, terminal);
    if (!reading.ok) {
      err.write(`${reading.lines.join('\n')}\n`);
      return EXIT.usage;
    }
    if (!quiet) err.write([...reading.notes, `Seed ${seed}`, ''].join('\n'));
    const writer = compile(reading.schema, { seed });
    const batch = newBatch();
    for (let first = 0; first < rows; first += batch.count) {
      const count = Math.min(AT_ONCE.rows, rows - first);
      const time = { startMs: Date.now(), stepMs: 0 };
      await out.write(payload(writer.fill(batch, { first, count, maxBytes: AT_ONCE.bytes, time })));
    }
    return EXIT.ok;
  },
});

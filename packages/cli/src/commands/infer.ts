import { createReadStream } from 'node:fs';
import { readSample, schemaText, type Sample } from '@catbird/core/inference';
import { defineCommand } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { messageOf } from '../files/error-code.ts';
import { choiceFlag, switchFlag } from '../flags/readers.ts';
import { copiedLines, explained } from '../infer/explain.ts';
import { gunzipped } from '../infer/gunzip.ts';
import type { Terminal } from '../terminal.ts';

/** `catbird infer FILE`. */
export const infer = defineCommand({
  operands: { usage: 'FILE', least: 1, most: 1 },
  flags: {
    copy: choiceFlag({
      help: 'What to copy from the sample: nothing, or values that repeat, such as countries and states.',
      choices: ['none', 'enums'],
      group: 'Schema',
      default: 'none',
    }),
    explain: switchFlag({ help: 'Say for each field what was decided and why.', group: 'Output' }),
    quiet: switchFlag({ help: 'Print errors only.', group: 'Output' }),
  },
  notes:
    'FILE is NDJSON, JSON, CSV or TSV, also compressed by gzip; - reads stdin. The schema goes to stdout. No value of the sample is in it unless you use --copy enums, which lists every value that it copies.',
  examples: [
    {
      line: 'catbird infer events.ndjson > schema.json',
      does: 'write a schema that makes events like yours',
    },
    {
      line: 'catbird infer orders.csv --copy enums --explain | catbird sample --schema - -n 1000',
      does: 'keep the values that repeat, explain every field, and print 1,000 rows',
    },
  ],
  async run({ copy = 'none', explain = false, quiet = false }, [file = '-'], terminal) {
    const sample = await sampleOf(file, terminal);
    if (sample === undefined) return EXIT.failed;
    const { schema, findings } = sample.draft(() => copy === 'enums');
    const fields = findings.filter(({ kind }) => kind !== 'object').length;
    if (fields === 0) {
      terminal.err.write(`${[`No rows found in ${nameOf(file)}.`, ...sample.notes].join('\n')}\n`);
      return EXIT.usage;
    }
    const lines = [
      ...sample.notes,
      ...(explain ? explained(findings) : []),
      ...copiedLines(findings),
      `${fields} ${fields === 1 ? 'field' : 'fields'} from ${sample.rows.toLocaleString('en-US')} rows`,
    ];
    if (!quiet) terminal.err.write(`${lines.join('\n')}\n`);
    await terminal.out.write(schemaText(schema));
    return EXIT.ok;
  },
});

const nameOf = (file: string): string => (file === '-' ? 'stdin' : file);

/** The sample in a file. Undefined after an error was reported. */
async function sampleOf(file: string, terminal: Terminal): Promise<Sample | undefined> {
  try {
    return await readSample(gunzipped(file === '-' ? terminal.inputBytes() : createReadStream(file)));
  } catch (error) {
    terminal.err.write(`Could not read ${nameOf(file)}: ${messageOf(error)}\n`);
    return undefined;
  }
}

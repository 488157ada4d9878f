import type { Issue } from '@catbird/core/internal/issue';
import { linesOf, refuse, type CommandIssue } from '../refusal.ts';
import { defineCommand } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { switchFlag } from '../flags/readers.ts';
import { readSchema } from '../schema/read.ts';

/** `catbird validate schema.json`. */
export const validate = defineCommand({
  operands: { usage: 'FILE', least: 1, most: 1 },
  flags: {
    json: switchFlag({ help: 'Print the issues as a JSON array to stdout.', group: 'Output' }),
  },
  notes: 'FILE may be - for stdin. Exit codes: 0 valid, 2 invalid.',
  examples: [
    {
      line: `echo '{"name": {"type": "person.fulName"}}' | catbird validate -`,
      does: 'show the error and suggest the right type',
    },
  ],
  async run({ json = false }, [file = '-'], terminal) {
    const reading = await readSchema({ file }, terminal);
    if (json) await terminal.out.write(`${JSON.stringify(reading.issues.map(ofSchema))}\n`);
    else if (reading.ok) {
      const { fields } = reading.schema;
      const count = `${fields.length} field${fields.length === 1 ? '' : 's'}`;
      terminal.err.write(`${[...linesOf(reading.issues), `✓ ${reading.name}: ${count}`].join('\n')}\n`);
    } else refuse(reading.issues, terminal);
    return reading.ok ? EXIT.ok : EXIT.usage;
  },
});

/** An issue without what only a command knows of it. */
const ofSchema = ({ kind: _kind, file: _file, shown: _shown, ...issue }: CommandIssue): Issue => issue;

import type { Issue } from '@catbird/engine';
import { isConfig } from '@catbird/stream';
import { loadConfig, nameOf } from '../config/read-config.ts';
import { linesOf, type CommandIssue } from '../refusal.ts';
import { defineCommand } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { switchFlag } from '../flags/readers.ts';
import { plural } from '../report/words.ts';
import { readSchema } from '../schema/read-schema.ts';
import { streamFlags } from '../stream/flags.ts';
import type { Terminal } from '../terminal.ts';
import { typesNamed } from '../types/package.ts';
import { watchFlag } from '../watch.ts';

/** `catbird validate shop.yaml`. */
export const validate = defineCommand({
  operands: { usage: 'FILE…', least: 1, most: Infinity },
  flags: {
    types: streamFlags.types,
    json: switchFlag({ help: 'Print the issues as a JSON array to stdout.', group: 'Output' }),
    watch: watchFlag,
  },
  notes: `Each FILE is a config of catbird run or a schema; - reads stdin. Nothing is opened or sent, and no schema registry is asked. The environment variables that a config names must be set: any value will do.
Exit codes: 0 valid, 2 invalid.`,
  examples: [
    { line: 'catbird validate streams/*.yaml', does: 'check all configs of a folder, such as in CI' },
    {
      line: `echo '{"name": {"type": "person.fulName"}}' | catbird validate -`,
      does: 'show the error and suggest the right type',
    },
  ],
  async run({ types, json = false }, files, terminal) {
    const all: Found[] = [];
    // One after another: they may read standard input.
    for (const file of files) all.push(await foundIn(file, types, terminal));
    if (json) await terminal.out.write(`${JSON.stringify(all.flatMap(({ issues }) => issues.map(plain)))}\n`);
    else terminal.err.write(`${all.flatMap(linesFor).join('\n')}\n`);
    return all.every(({ valid }) => valid !== undefined) ? EXIT.ok : EXIT.usage;
  },
});

/** What is in a file. */
interface Found {
  readonly name: string;
  readonly issues: readonly CommandIssue[];
  /** What is valid: `3 fields`. Undefined: something is not. */
  readonly valid: string | undefined;
}

async function foundIn(
  file: string,
  types: readonly string[] | undefined,
  terminal: Terminal,
): Promise<Found> {
  const loaded = await loadConfig(file, terminal);
  if (loaded.ok && isConfig(loaded.value)) {
    // What a schema does not need.
    const { checkConfig } = await import('../config/check.ts');
    const { issues, streams } = await checkConfig(file, { types }, terminal);
    const isValid = issues.every(({ severity }) => severity === 'note');
    return { name: nameOf(file), issues, valid: isValid ? plural(streams, 'stream') : undefined };
  }
  const packages = await typesNamed(types, terminal);
  const schema = packages.ok ? await readSchema({ file }, terminal, packages) : packages;
  return schema.ok
    ? { ...schema, valid: plural(schema.schema.fields.length, 'field') }
    : { name: nameOf(file), issues: schema.issues, valid: undefined };
}

const linesFor = ({ name, issues, valid }: Found): readonly string[] => [
  ...linesOf(issues),
  ...(valid === undefined ? [] : [`✓ ${name}: ${valid}`]),
];

/** An issue as programs read it. */
const plain = ({ kind: _kind, shown: _shown, after: _after, ...issue }: CommandIssue): Issue => issue;

import { issuesOf, printable } from '@catbird/engine';
import type { Values } from '@catbird/stream';
import { lineStatistics, type Statistics } from '@catbird/verify';
import { defineCommand } from '../command.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { readingFailure } from '../files/error-code.ts';
import { inputOf } from '../files/input.ts';
import { schemaFlags, seedFlag } from '../schema/read-schema.ts';
import { switchFlag, wholeFlag } from '../flags/readers.ts';
import { refuse } from '../refusal.ts';
import { countRows, lineNotes } from '../stats/stream.ts';
import { tableOf } from '../stats/stats-table.ts';
import type { Terminal } from '../terminal.ts';
import { watchFlag } from '../watch.ts';
import { firstGiven } from '../flags/read.ts';
import { configFlags, rowsAsked, rowTimeFlags } from './rows-asked.ts';

/** Rows to count if no number is given. */
const ROWS = 10_000;

const flags = {
  ...schemaFlags,
  limit: wholeFlag({
    help: 'Number of rows: spread over a stream, or the first ones of a file.',
    short: 'n',
    group: 'Rows',
    least: 1,
    default: `${ROWS}; fewer if they are larger than 1.6 kB`,
  }),
  seed: seedFlag,
  ...configFlags('Count'),
  ...rowTimeFlags,
  json: switchFlag({ help: 'Print one JSON object.', group: 'Output' }),
  watch: watchFlag,
  quiet: switchFlag({ help: 'Print errors only.', group: 'Output' }),
} as const;

/** `catbird stats`: statistics of fields. */
export const stats = defineCommand({
  operands: { usage: '[FILE]', least: 0, most: 1 },
  flags,
  brief: {
    Rows: ['template', 'schema', 'limit', 'seed'],
    Config: ['config', 'stream', 'entity'],
    Time: ['eps', 'from', 'to', 'rate'],
    Output: ['json', 'watch', 'quiet'],
  },
  notes:
    'FILE holds rows in NDJSON, one JSON object per line, and may be compressed with gzip; - reads stdin. Without FILE, the other options describe a stream, and its rows are taken from all over its event times. In a terminal, small bars show how values are distributed; --json prints every figure.',
  examples: [
    { line: 'catbird stats --template "Online Shop"', does: 'show what 10,000 rows are like' },
    {
      line: 'catbird stats --from -30d --rate "business day" --eps 20',
      does: 'show them over the past 30 days',
    },
    { line: 'catbird stats events.ndjson', does: 'show what the rows of a file are like' },
    {
      line: 'catbird stats --template "Online Shop" --seed 42 --json',
      does: 'print every figure, for programs',
    },
  ],
  async run({ json = false, quiet = false, limit: rows, ...given }, [file], terminal) {
    const write = (lines: readonly string[]): void => {
      if (!quiet && lines.length > 0) terminal.err.write(`${lines.join('\n')}\n`);
    };
    if (file !== undefined) return ofFile(file, { json, quiet, rows, given, write }, terminal);
    const asked = await rowsAsked(given, terminal);
    const counted = asked.ok ? countRows(asked, rows) : asked;
    if (!counted.ok) return refuse(counted.issues, { json, err: terminal.err });
    write(counted.notes);
    return print(counted.statistics, json, terminal);
  },
});

type Given = Partial<Values<typeof flags>>;

interface FileOptions {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly rows: number | undefined;
  /** Options that do not apply. */
  readonly given: Given;
  readonly write: (lines: readonly string[]) => void;
}

/** Prints the statistics of rows in a file. */
async function ofFile(
  file: string,
  { json, quiet, rows = ROWS, given, write }: FileOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { err } = terminal;
  const name = file === '-' ? 'stdin' : file;
  const other = firstGiven(given, terminal.env);
  if (other !== undefined) {
    const line = `${other} cannot be combined with ${file}: rows come from the file, or from a schema`;
    return refuse(issuesOf(line), { json, err });
  }
  try {
    const statistics = await lineStatistics(inputOf(file, terminal, { quiet }), rows);
    const notes = lineNotes(statistics);
    if (statistics.rows === 0) {
      const line = `No rows found in ${name}. Save them as NDJSON: one JSON object per line.`;
      return refuse(issuesOf(...notes, line), { json, err });
    }
    write(notes);
    return await print(statistics, json, terminal);
  } catch (error) {
    err.write(`Could not read ${name}: ${readingFailure(error)}\n`);
    return EXIT.failed;
  }
}

async function print(statistics: Statistics, json: boolean, { out, err }: Terminal): Promise<ExitCode> {
  const text = json
    ? printable(JSON.stringify(statistics))
    : tableOf(statistics, { columns: out.isTerminal ? err.columns : undefined });
  await out.write(`${text}\n`);
  return EXIT.ok;
}

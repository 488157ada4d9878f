import * as z from 'zod';
import { infer } from '../commands/infer.ts';
import { list } from '../commands/list.ts';
import { runCommand } from '../commands/run.ts';
import { sample } from '../commands/sample.ts';
import { stats } from '../commands/stats.ts';
import { validate } from '../commands/validate.ts';
import { verify } from '../commands/verify.ts';
import { nameOf, CallError, type Document, type Given, type Printed } from './call.ts';
import { sourceProblem, type Permits } from './permits.ts';
import type { Command } from '../command.ts';

/** What a tool can use. */
export interface Calling {
  readonly permits: Permits;
  /** Runs a command; `-` in its arguments is `input`. */
  readonly call: (command: Command, args: readonly string[], input?: string) => Promise<Printed>;
  /** Reads a config or a schema. @throws CallError */
  readonly document: (given: Given) => Promise<Document>;
  /** Runs the streams of a config, if they are allowed. @throws CallError */
  readonly start: (given: Given) => Promise<Printed>;
}

/** A tool of the server. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** Whether it sends rows. Default: it only reads. */
  readonly sends?: true;
  readonly run: (input: z.infer<Input>, calling: Calling) => Promise<Printed>;
}

/** Defines a tool; its `run` gets its input, typed. */
const define = <Input extends z.ZodObject>(tool: Tool<Input>): Tool =>
  // The input was read by this schema.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  ({ ...tool, run: (input, calling) => tool.run(input as z.infer<Input>, calling) });

const given = {
  file: z.string().optional().describe('Path of a file'),
  text: z.string().optional().describe('Its text, in place of a file. Credentials only as ${NAME}'),
};

const rowsOf = {
  ...given,
  template: z.string().optional().describe('Name of a built-in schema, in place of file and text'),
  stream: z.string().optional().describe('A stream of the config. Default: its only one'),
  seed: z.union([z.string(), z.number()]).optional().describe('The same seed makes the same rows'),
};

interface RowsOf extends Given {
  readonly template?: string | undefined;
  readonly stream?: string | undefined;
  readonly seed?: string | number | undefined;
}

/** The options that name the rows of a config, a schema or a template. */
async function rowArgs(
  { template, stream, seed, ...source }: RowsOf,
  { document }: Calling,
): Promise<readonly string[]> {
  const shared = [...option('stream', stream), ...option('seed', seed)];
  if (template !== undefined) {
    if (source.file !== undefined || source.text !== undefined)
      throw new CallError('Give template, or file, or text');
    return [`--template=${template}`, ...shared];
  }
  const { file, isConfig } = await document(source);
  return [`--${isConfig ? 'config' : 'schema'}=${file}`, ...shared];
}

const option = (name: string, value: string | number | undefined): readonly string[] =>
  value === undefined ? [] : [`--${name}=${value}`];

/** All tools, in the order in which an agent needs them. */
export const tools: readonly Tool[] = [
  define({
    name: 'find_types',
    title: 'Find generator types',
    description:
      'Finds generator types for fields of a schema by meaning, such as "price" or "response time", or shows the params, an example and values of a type by its name. Without a query, lists all types.',
    input: z.strictObject({ query: z.string().optional() }),
    run: ({ query }, { call }) =>
      call(list, ['--json', '--', 'types', ...(query === undefined ? [] : [query])]),
  }),
  define({
    name: 'infer',
    title: 'Infer a schema',
    description:
      'Writes a schema, or a config with several streams, from a sample of events (NDJSON, JSON, CSV, TSV) or a definition (SQL, JSON Schema, OpenAPI, Avro, Protobuf, or a template of the Kinesis Data Generator). A database needs permission.',
    input: z.strictObject({
      ...given,
      copy: z
        .union([z.string(), z.array(z.string())])
        .optional()
        .describe(
          'What to copy of the texts of a sample: none, categories (words of categories, the default), enums (all values that repeat), or the names of fields whose values to copy beside the words of categories',
        ),
      keepTimes: z
        .boolean()
        .optional()
        .describe(
          'Keep the times of a sample in its past. Default: its time of the event becomes that of the stream',
        ),
    }),
    run({ copy = [], keepTimes = false, ...source }, { call, permits }) {
      const file = nameOf(source);
      const problem = sourceProblem(file, permits);
      if (problem !== undefined) throw new CallError(problem);
      return call(
        infer,
        [
          ...[copy].flat().flatMap((each) => option('copy', each)),
          ...(keepTimes ? ['--keep-times'] : []),
          '--',
          file,
        ],
        source.text,
      );
    },
  }),
  define({
    name: 'validate',
    title: 'Validate a config or a schema',
    description:
      'Checks everything in a config or a schema without sending: all problems at once, as JSON with lines, columns and suggestions. [] means valid.',
    input: z.strictObject(given),
    async run(source, { call, document }) {
      const { file } = await document(source);
      return call(validate, ['--json', '--', file], source.text);
    },
  }),
  define({
    name: 'preview',
    title: 'Preview rows',
    description: 'Makes rows of a config, a schema or a template, one JSON object per line. Nothing is sent.',
    input: z.strictObject({
      ...rowsOf,
      rows: z.int().min(1).max(1000).optional().describe('Number of rows. Default: 5'),
    }),
    async run({ rows = 5, ...of }, calling) {
      return calling.call(sample, [`--limit=${rows}`, ...(await rowArgs(of, calling))], of.text);
    },
  }),
  define({
    name: 'statistics',
    title: 'Show statistics',
    description:
      'Counts the values of each field: shares, ranges, quantiles, nulls, distinct values. Of a config, a schema or a template; or of a file of rows, as data.',
    input: z.strictObject({
      ...rowsOf,
      data: z.string().optional().describe('Path of a file of rows in NDJSON, in place of a schema'),
      rows: z.int().min(1).max(1_000_000).optional().describe('Number of rows. Default: 10,000'),
    }),
    async run({ rows, data, ...of }, calling) {
      const args = ['--json', ...option('limit', rows)];
      if (data === undefined) return calling.call(stats, [...args, ...(await rowArgs(of, calling))], of.text);
      if (Object.values(of).some((value) => value !== undefined))
        throw new CallError('data cannot be combined with the rows of a schema');
      return calling.call(stats, [...args, '--', data]);
    },
  }),
  define({
    name: 'dry_run',
    title: 'Show what a config would do',
    description:
      'Says what the streams of a config would send: destinations, rates, times and numbers of rows. Opens nothing.',
    input: z.strictObject(given),
    async run(source, { call, document }) {
      const { file } = await document(source);
      return call(runCommand, ['--dry-run', '--json', '--', file], source.text);
    },
  }),
  define({
    name: 'start',
    title: 'Start streams',
    description:
      'Runs the streams of a config until they end, and answers with their summaries and the path of a record for verify. Every stream needs a limit or a duration. Destination log prints rows into the answer; any other must have been allowed when the server was started.',
    input: z.strictObject(given),
    sends: true,
    run: (source, { start }) => start(source),
  }),
  define({
    name: 'verify',
    title: 'Verify what has arrived',
    description:
      'Computes again what a run sent, and says which rows are missing, changed, doubled or extra where they have arrived, and why.',
    input: z.strictObject({
      record: z
        .string()
        .describe('The record of a run: a path in an answer of start, or of catbird --record'),
      source: z
        .string()
        .describe('A file of rows that have arrived. The address of a database needs permission'),
      stream: z.string().optional().describe('The stream to verify. Default: the only one of the record'),
    }),
    run({ record, source, stream }, { call, permits }) {
      const problem = sourceProblem(source, permits);
      if (problem !== undefined) throw new CallError(problem);
      return call(verify, [
        '--json',
        `--record=${record}`,
        `--source=${source}`,
        ...option('stream', stream),
      ]);
    },
  }),
];

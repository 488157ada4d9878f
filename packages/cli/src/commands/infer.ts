import { createReadStream } from 'node:fs';
import {
  DEFINITION_LANGUAGES,
  readSource,
  schemaText,
  type DefinitionLanguage,
  type FromDefinition,
  type Sample,
  type Source,
} from '@catbird/core/inference';
import { defineCommand } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { readingFailure } from '../files/error-code.ts';
import { choiceFlag, switchFlag } from '../flags/readers.ts';
import { copiedLines, explained, paceLines } from '../infer/explain.ts';
import { gunzipped } from '../files/gunzip.ts';
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
    from: choiceFlag<DefinitionLanguage>({
      help: 'Language of a definition. Default: what its beginning looks like.',
      choices: DEFINITION_LANGUAGES,
      group: 'Schema',
    }),
    explain: switchFlag({ help: 'Say for each field what was decided and why.', group: 'Output' }),
    quiet: switchFlag({ help: 'Print errors only.', group: 'Output' }),
  },
  notes:
    'FILE is a sample in NDJSON, JSON, CSV or TSV, or a definition: SQL with CREATE TABLE, JSON Schema, OpenAPI as JSON, Avro, or a Tinybird .datasource. Both may be compressed by gzip; - reads stdin. The schema goes to stdout. No text of the sample is in it, and of its numbers only rounded bounds and frequent round values, unless you use --copy enums, which lists every value that it copies.',
  examples: [
    {
      line: 'catbird infer events.ndjson > schema.json',
      does: 'write a schema that makes events like yours',
    },
    {
      line: 'catbird infer orders.csv --copy enums --explain | catbird sample --schema - -n 1000',
      does: 'keep the values that repeat, explain every field, and print 1,000 rows',
    },
    {
      line: 'catbird infer tables.sql | catbird run -',
      does: 'write a file for each of several tables, whose rows refer to one another',
    },
  ],
  async run({ copy = 'none', explain = false, quiet = false, from }, [file = '-'], terminal) {
    const source = await sourceIn(file, from, terminal);
    if (source === undefined) return EXIT.failed;
    if (source.kind === 'other') {
      terminal.err.write(`Could not read ${nameOf(file)}: ${source.reason}.\n`);
      return EXIT.usage;
    }
    const found =
      source.kind === 'sample'
        ? ofSample(source.sample, copy === 'enums', explain)
        : ofDefinition(source.definition);
    if (found === undefined) {
      const { notes } = source.kind === 'sample' ? source.sample : source.definition;
      terminal.err.write(`${[...notes, nothingFound(source.kind, nameOf(file))].join('\n')}\n`);
      return EXIT.usage;
    }
    if (!quiet) terminal.err.write(`${found.lines.join('\n')}\n`);
    await terminal.out.write(schemaText(found.written));
    return EXIT.ok;
  },
});

/** A schema or a config, and what to say about it. */
interface Found {
  readonly written: object;
  readonly lines: readonly string[];
}

function ofSample(sample: Sample, isCopied: boolean, isExplained: boolean): Found | undefined {
  const { schema, findings } = sample.draft(() => isCopied);
  const fields = findings.filter(({ kind }) => kind !== 'object').length;
  if (fields === 0) return undefined;
  const lines = [
    ...sample.notes,
    ...(isExplained ? explained(findings) : []),
    ...paceLines(sample),
    ...copiedLines(findings),
    `${fields} ${fields === 1 ? 'field' : 'fields'} from ${sample.rows.toLocaleString('en-US')} ${sample.rows === 1 ? 'row' : 'rows'}`,
  ];
  return { written: schema, lines };
}

function ofDefinition(definition: FromDefinition): Found | undefined {
  if (definition.tables === 0) return undefined;
  const { notes } = definition;
  if (definition.kind === 'schema')
    return { written: definition.schema, lines: [...notes, 'A schema for 1 table'] };
  const lines = [...notes, `A config for ${definition.tables} tables. Run it with catbird run`];
  return { written: definition.config, lines };
}

const nothingFound = (kind: 'sample' | 'definition', file: string): string =>
  kind === 'sample'
    ? `No rows found in ${file}. Save one event or more as NDJSON, JSON, TSV or CSV with a header. For a definition, use --from.`
    : `No tables found in ${file}. Check that it defines columns, and that --from names its language.`;

const nameOf = (file: string): string => (file === '-' ? 'stdin' : file);

/** The sample or definition in a file. Undefined after an error was reported. */
async function sourceIn(
  file: string,
  from: DefinitionLanguage | undefined,
  terminal: Terminal,
): Promise<Source | undefined> {
  try {
    return await readSource(gunzipped(file === '-' ? terminal.inputBytes() : createReadStream(file)), from);
  } catch (error) {
    terminal.err.write(`Could not read ${nameOf(file)}: ${readingFailure(error)}\n`);
    return undefined;
  }
}

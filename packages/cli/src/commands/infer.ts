import { refuse } from '../refusal.ts';
import { notesOf, nameOf, nothingFound, ofSamples, type Asked, type Found } from '../infer/samples.ts';

import { invalid, issuesOf, type Result } from '@catbird/engine';
import {
  DEFINITION_LANGUAGES,
  readJoined,
  readSource,
  schemaText,
  type DefinitionLanguage,
  type FromDefinition,
  type Sample,
  type Source,
} from '@catbird/infer';
import { flagName } from '@catbird/send';
import { withAddress } from '@catbird/stream';
import { defineCommand } from '../command.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { readingFailure } from '../files/error-code.ts';
import { inputOf } from '../files/input.ts';
import { choiceFlag, switchFlag, textsFlag } from '../flags/readers.ts';
import { registryFlags } from '../flags/setting.ts';
import { isDatabase } from '../systems/address.ts';
import { ofDatabase, databaseChoice, databaseFlags } from '../infer/database/copy-of-database.ts';
import { copyOf } from '../infer/copied.ts';
import { readSubject } from '../infer/subject.ts';
import { linkedFrom } from '../infer/linked.ts';
import { isFolder, projectIn } from '../infer/project.ts';
import { faultsOf } from '../infer/written.ts';
import type { Terminal } from '../terminal.ts';

const MOST_FILES = 100;

/** `catbird infer FILE...`. */
export const infer = defineCommand({
  operands: { usage: 'FILE...', least: 0, most: MOST_FILES },
  flags: {
    ...registryFlags,
    ...databaseFlags,
    copy: textsFlag({
      value: 'none|categories|enums|FIELD',
      help: 'Values to copy from the sample: none, categories (words such as paid, the default), enums (all that repeat), or those of a FIELD too. Repeatable.',
      group: 'Schema',
    }),
    language: choiceFlag<DefinitionLanguage>({
      help: 'Language of a definition. Default: detected.',
      choices: DEFINITION_LANGUAGES,
      group: 'Schema',
    }),
    headerRow: choiceFlag<'auto' | 'yes' | 'no'>({
      help: 'Whether CSV or TSV begins with column names.',
      choices: ['auto', 'yes', 'no'],
      group: 'Schema',
      default: 'auto',
    }),
    split: choiceFlag({
      help: 'Whether to write a stream for each type of event. auto: if a field names the type and other fields depend on it.',
      choices: ['auto', 'none'],
      group: 'Schema',
      default: 'auto',
    }),
    keepTimes: switchFlag({
      help: 'Keep times within the range of the sample. By default, the event time becomes that of the stream.',
      group: 'Schema',
    }),
    withoutRule: textsFlag({
      value: 'FIELD',
      help: 'Ignore the rule found for this field. Repeatable.',
      group: 'Schema',
    }),
    withRule: textsFlag({
      value: 'FIELD',
      help: 'Use the rule of this field even if some rows break it. Repeatable.',
      group: 'Schema',
    }),
    fixtures: switchFlag({
      help: 'Of a Tinybird project: write rows to files, fixtures/NAME.ndjson in it.',
      group: 'Output',
    }),
    explain: switchFlag({
      help: 'Explain the decision for each field, and print all notes on a definition.',
      group: 'Output',
    }),
    quiet: switchFlag({ help: 'Print errors only.', group: 'Output' }),
  },
  brief: {
    Schema: ['copy', 'language', 'headerRow', 'split', 'keepTimes', 'withoutRule', 'withRule'],
    Database: ['table', 'dbSchema', 'scale', 'statistics', 'sampleSize'],
    Registry: ['schemaRegistry', 'subject'],
    Output: ['explain', 'fixtures', 'quiet'],
  },
  notes:
    'FILE is a sample (NDJSON, JSON, CSV or TSV), the folder of a Tinybird project, a definition (SQL, JSON Schema, OpenAPI, AsyncAPI, Avro, Protobuf, Prisma, BigQuery, Tinybird, data contract or Kinesis Data Generator), or the address of a database; - reads stdin. The schema goes to stdout, and what was copied from the sample is listed on stderr.',
  details: `Samples and definitions may be compressed with gzip. SQL is CREATE TABLE, BigQuery a schema in JSON, Tinybird a .datasource file, and kdg a template or the rates of the Kinesis Data Generator.
Several samples, or several types of event in one, become a config for catbird run with a stream for each.
The catalog of a database (Postgres, MySQL, MariaDB or ClickHouse) becomes a config that fills a copy with as many rows. The password comes from CATBIRD_POSTGRES_PASSWORD or PGPASSWORD, CATBIRD_MYSQL_PASSWORD or MYSQL_PWD, CATBIRD_CLICKHOUSE_PASSWORD or CLICKHOUSE_PASSWORD.
The schema contains words of fields that are categories by their names or values, such as paid, and no other text of the sample; of its numbers, only rounded bounds and frequent round values. --copy none copies nothing, --copy FIELD also the values of a field, and --copy enums all repeated values. From a database, only rows that --sample-size reads are copied, by the same rules; --copy enums also copies values from its statistics.`,
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
    {
      line: 'catbird infer --schema-registry http://localhost:8081 --subject orders-value > orders.json',
      does: 'write a schema whose events fit a schema of a registry',
    },
    {
      line: 'catbird infer postgres://reader@localhost:5432/shop --scale 0.1 > shop.json',
      does: 'write a config that fills a copy of a database with a tenth of its rows',
    },
    {
      line: 'catbird infer users.csv orders.ndjson > shop.json',
      does: 'write a config with a stream for each sample',
    },
  ],
  async run(
    { copy = [], split, explain = false, quiet = false, language, headerRow, ...others },
    files,
    terminal,
  ) {
    const problem = problemOf(files, language, others);
    if (problem !== undefined) return refuse(issuesOf(problem), terminal);
    const { withoutRule: withoutRules = [], withRule: withRules = [], keepTimes = false } = others;
    const asked = {
      copy: copyOf(copy),
      isSplit: split !== 'none',
      isExplained: explain,
      withoutRules,
      withRules,
      keepsTimes: keepTimes,
    };
    const [first = ''] = files;
    let found: Result<Found> | undefined;
    if (files.length === 0) found = await inRegistry(others, asked, terminal);
    else if (isDatabase(first)) found = await ofDatabase(first, databaseChoice(others, asked), terminal);
    else
      found = await inFiles(
        files,
        { language, headerRow, fixtures: others.fixtures, quiet },
        asked,
        terminal,
      );
    return found === undefined ? EXIT.failed : print(found, { quiet }, terminal);
  },
});

async function print(
  found: Result<Found>,
  { quiet }: { readonly quiet: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  const { out, err } = terminal;
  if (!found.ok) return refuse(found.issues, { err });
  const text = schemaText(withAddress(found.written));
  if (!quiet) err.write(`${found.lines.join('\n')}\n`);
  const faults = await faultsOf(found, text, terminal);
  if (faults.length > 0) {
    err.write(`${faults.join('\n')}\n`);
    return EXIT.failed;
  }
  await out.write(text);
  return EXIT.ok;
}

/** What is missing, or has no use beside the rest. */
function problemOf(
  files: readonly string[],
  language: string | undefined,
  given: Readonly<Record<string, unknown>>,
): string | undefined {
  const isGiven = (name: string): boolean => given[name] !== undefined;
  const isInRegistry = isGiven('schemaRegistry');
  if (isInRegistry && files.length > 0)
    return '--schema-registry cannot be combined with files: use one of them';
  if (isInRegistry)
    return language === undefined
      ? undefined
      : '--language is not needed: the schema registry names the language';
  const unused = ['subject', 'schemaId'].find(isGiven);
  if (unused !== undefined) return `--${flagName(unused)} needs --schema-registry`;
  return files.some(isDatabase)
    ? unusedBesideDatabase(files, language, given)
    : problemOfFiles(files, isGiven);
}

function unusedBesideDatabase(
  files: readonly string[],
  language: string | undefined,
  given: Readonly<Record<string, unknown>>,
): string | undefined {
  if (files.length > 1) return 'The address of a database cannot be combined with files';
  const ofSamples = ['withRule', 'withoutRule', 'keepTimes'].find((name) => given[name] !== undefined);
  if (ofSamples !== undefined) return `--${flagName(ofSamples)} is for samples in files`;
  return language === undefined
    ? undefined
    : '--language is not needed: the address names the kind of database';
}

function problemOfFiles(files: readonly string[], isGiven: (name: string) => boolean): string | undefined {
  const folder = files.find(isFolder);
  if (folder !== undefined && files.length > 1) return `${folder} is a folder: give it alone`;
  if (folder === undefined && isGiven('fixtures')) return '--fixtures needs the folder of a Tinybird project';
  const unused = Object.keys(databaseFlags).find(isGiven);
  if (unused !== undefined)
    return `--${flagName(unused)} needs the address of a database, such as postgres://localhost:5432/shop`;
  if (files.length === 0) return 'Missing FILE, or --schema-registry with --subject';
  return files.filter((file) => file === '-').length > 1
    ? 'stdin can be read only once. Give - once, and files for the other samples'
    : undefined;
}

async function inRegistry(
  given: Readonly<Record<string, unknown>>,
  { isExplained }: Asked,
  terminal: Terminal,
): Promise<Result<Found>> {
  const found = await readSubject(given, terminal);
  return found.ok ? ofDefinition(found.definition, found.name, isExplained) : found;
}

async function ofProject(folder: string, isFixtures: boolean, isExplained: boolean): Promise<Result<Found>> {
  const found = ofDefinition(await projectIn(folder, isFixtures), folder, isExplained);
  // The token is in the environment, or in a file of the project, when the config runs.
  return found.ok ? { ...found, variables: { TINYBIRD_TOKEN: 'p.token' } } : found;
}

/** How a person says that files are to be read. */
interface HowRead {
  readonly language: DefinitionLanguage | undefined;
  readonly headerRow: 'auto' | 'yes' | 'no' | undefined;
  /** Rows of a project go to its fixtures. */
  readonly fixtures?: boolean | undefined;
  readonly quiet: boolean;
}

/** The schema or config of samples or a definition. Undefined after an error was reported. */
async function inFiles(
  files: readonly string[],
  how: HowRead,
  asked: Asked,
  terminal: Terminal,
): Promise<Result<Found> | undefined> {
  const folder = files.find(isFolder);
  if (folder !== undefined) return ofProject(folder, how.fixtures === true, asked.isExplained);
  const read: [string, Source][] = [];
  for (const file of files) {
    const source = await sourceIn(file, how, terminal);
    if (source === undefined) return undefined;
    read.push([file, source]);
  }
  return foundIn(read, asked);
}

async function foundIn(
  sources: readonly (readonly [string, Source])[],
  asked: Asked,
): Promise<Result<Found>> {
  const samples: [string, Sample][] = [];
  const definitions: [string, Extract<Source, { readonly kind: 'definition' }>][] = [];
  for (const [file, source] of sources) {
    if (source.kind === 'other') return invalid(`Could not read ${nameOf(file)}: ${source.reason}.`);
    if (source.kind === 'sample') samples.push([file, source.sample]);
    else definitions.push([file, source]);
  }
  const [first] = definitions;
  if (first === undefined) return ofSamples(samples, asked);
  const [file, { language, definition }] = first;
  if (sources.length === 1) return ofDefinition(definition, file, asked.isExplained);
  const isOne = samples.length === 0 && definitions.every(([, each]) => each.language === language);
  const joined = isOne
    ? await readJoined(
        definitions.map(([, { text }]) => text),
        language,
      )
    : undefined;
  if (joined !== undefined) return ofDefinition(joined, `${sources.length} files`, asked.isExplained);
  return invalid(
    `${nameOf(file)} is a definition. Give several samples, one definition, or several files of Protobuf, SQL, Avro or the Kinesis Data Generator`,
  );
}

function ofDefinition(definition: FromDefinition, file: string, isExplained: boolean): Result<Found> {
  const { tables, contents } = definition;
  const notes = notesOf(definition.notes, isExplained);
  if (tables === 0) return invalid(...notes, nothingFound('definition', nameOf(file)));
  if (definition.kind === 'schema')
    return { ok: true, written: definition.schema, lines: [...notes, `A schema for ${contents}`] };
  const lines = [...notes, `A config for ${contents}. Run it with catbird run`];
  return { ok: true, written: definition.config, lines };
}

/** The sample or definition in a file. Undefined after an error was reported. */
async function sourceIn(
  file: string,
  { language, headerRow = 'auto', quiet }: HowRead,
  terminal: Terminal,
): Promise<Source | undefined> {
  try {
    const bytes = inputOf(file, terminal, { quiet });
    const table = headerRow === 'auto' ? {} : { hasHeader: headerRow === 'yes' };
    return await readSource(bytes, language, table, file === '-' ? undefined : linkedFrom(file));
  } catch (error) {
    terminal.err.write(`Could not read ${nameOf(file)}: ${readingFailure(error)}\n`);
    return undefined;
  }
}

import { cellsOf, SEPARATOR_LINE } from './read/cells.ts';
import { recordsIn, withPlainQuotes } from './read/csv.ts';
import { dialectOf } from './read/dialect.ts';

/** A language that is not read, by what its files contain, and what to do. */
interface OtherLanguage {
  readonly name: string;
  readonly like: (text: string) => boolean;
  readonly remedy: string;
}

const has =
  (...tests: readonly RegExp[]) =>
  (text: string): boolean =>
    tests.every((test) => test.test(text));

const SUPPORTED = 'Write it as SQL, JSON Schema, OpenAPI, Avro or Protobuf, or give a sample of its rows';

/** Definitions in JSON, some of which contain JSON Schema. */
const IN_JSON: readonly OtherLanguage[] = [
  {
    name: 'an Airbyte catalog',
    like: has(/^\s*\{/, /"json_schema"\s*:\s*\{/, /"(supported_sync_modes|sync_mode|destination_sync_mode)"/),
    remedy: 'Save the json_schema of a stream in a file of its own',
  },
  {
    name: 'a Kubernetes CustomResourceDefinition',
    like: has(/^\s*\{/, /"kind"\s*:\s*"CustomResourceDefinition"/),
    remedy: 'Save its openAPIV3Schema in a file of its own',
  },
  {
    name: 'a GraphQL introspection',
    like: has(/^\s*\{\s*("data"\s*:\s*\{\s*)?"__schema"\s*:/),
    remedy: SUPPORTED,
  },
  {
    name: 'a dbt manifest',
    like: has(/^\s*\{/, /"dbt_schema_version"\s*:/),
    remedy: 'Give the SQL of the tables, or the address of their database',
  },
];

/** The definition in JSON that a text is, and what to do. Undefined if it may be read. */
export const otherInJson = (text: string): string | undefined => reasonOf(IN_JSON, text);

function reasonOf(languages: readonly OtherLanguage[], text: string): string | undefined {
  const found = languages.find(({ like }) => like(text));
  return found && `It is ${found.name}: this language is not supported. ${found.remedy}`;
}

/** Languages that are not JSON, the most particular first. */
const OTHERS: readonly OtherLanguage[] = [
  {
    name: 'Thrift',
    like: has(
      /^\s*(namespace\s+[\w*.]+\s+[\w.]+|(struct|union|exception|service)\s+\w+[^\n]*\{)/m,
      /^\s*(namespace\s|-?\d+\s*:\s*(required|optional)?\s*[\w.<>, ]+\s\w+)/m,
    ),
    remedy: SUPPORTED,
  },
  {
    name: 'Avro IDL',
    like: has(/^\s*(protocol\s+\w+\s*\{|record\s+[\w`]+\s*\{|schema\s+[\w.]+\s*;)/m),
    remedy: 'Convert it with avro-tools idl2schemata',
  },
  {
    name: 'a Rails schema',
    like: has(/^\s*create_table\s+[:"']|\bActiveRecord::(Schema|Migration)\b/m),
    remedy: 'Give the SQL of the database: set schema_format to :sql, or give its address',
  },
  {
    name: 'Django models',
    like: has(/\bmodels\.Model\b|^from django\.db\b/m),
    remedy: 'Give the SQL of manage.py sqlmigrate, or the address of the database',
  },
  {
    name: 'a dbt project',
    like: has(/^version:\s*["']?\d/m, /^(models|sources|seeds|snapshots|exposures|semantic_models):/m),
    remedy: 'Give the SQL of the tables, or the address of their database',
  },
  {
    name: 'a Kubernetes manifest',
    like: has(/^apiVersion:\s/m, /^kind:\s/m),
    remedy: 'Of a CustomResourceDefinition, save its openAPIV3Schema in a file of its own',
  },
  {
    name: 'TypeScript',
    like: has(
      /^\s*(export\s+)?(declare\s+)?(interface\s+\w+[^\n{]*|type\s+\w+(<[^>]*>)?\s*=\s*)\{/m,
      /^\s*(readonly\s+)?\w+\??\s*:\s*(string|number|boolean|any|unknown|Date|Array|Record|null)\b|[;,]\s*$/m,
    ),
    remedy: SUPPORTED,
  },
  {
    name: 'GraphQL',
    like: has(
      /^\s*((extend\s+)?(type|interface|input|enum)\s+\w+[^\n]*\{|schema\s*\{|(union|scalar|directive)\s+@?\w+)/m,
      /^\s*\w+\s*(\([^)]*\))?\s*:\s*\[*[A-Z_]\w*|^\s*(scalar\s+\w+|union\s+\w+\s*=|[A-Z_]+\s*$)/m,
    ),
    remedy: SUPPORTED,
  },
  {
    name: 'DBML',
    like: has(
      /^\s*(Table|Enum|Ref|TableGroup)\s+[\w."]+[^\n]*[{:]/m,
      /^\s*("?\w+"?\s+[\w()]+(\s*\[[^\]]*\])?\s*$|Ref\b)/m,
    ),
    remedy: 'Convert it with dbml2sql',
  },
  {
    name: 'Terraform',
    like: has(
      /^\s*(resource|variable|provider|terraform|module|data|locals)\s*("[\w-]+"\s*){0,2}\{\s*$/m,
      /^\s*[\w-]+\s*=\s/m,
    ),
    remedy: SUPPORTED,
  },
  {
    name: 'INI or TOML',
    like: has(/^(\s*[#;][^\n]*\n)*\s*\[\[?[A-Za-z][\w. -]*\]\]?\s*$/m, /^\s*[\w.-]+\s*=\s*\S/m),
    remedy: 'Convert the rows to JSON or CSV',
  },
  {
    name: 'YAML, but no OpenAPI or JSON Schema',
    like: (text) => isYaml(text),
    remedy: 'Convert the rows to JSON or CSV',
  },
  { name: 'source code', like: (text) => CODE.test(text), remedy: SUPPORTED },
];

/** The first line of a program that is no comment. */
const CODE =
  /^(?:\s|#(?!!)[^\n]*\n|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/|"""[\s\S]*?""")*(?:#!|<\?php|#include\b|(?:import|from)\s+[\w.{*"'@][^\n,]*$|import\s[^\n]*\bfrom\s+["']|(?:export|public|private|internal|abstract|final|sealed|data|async|static|pub)\s+\w+[^\n,]*|(?:package|using|module|namespace|mod|use)\s+[\w.:\\]+(?:::\{[^\n]*)?\s*[;{]?$|(?:class|struct|enum|interface|trait|object|record|def|fn|func|function|const|let|var|val|type)\s+[\w$]+[^\n]*[{(:=;][^\n]*$|@\w+(?:\([^\n]*\))?\s*$)/m;

/** Whether the first lines are members or elements of YAML, after comments and blank lines. */
function isYaml(text: string): boolean {
  const lines = text.split(/\r?\n/, 40).filter((line) => line.trim() !== '' && !/^\s*#/.test(line));
  if (/^---(\s|$)/.test(lines[0] ?? '')) return true;
  const isMember = (line: string): boolean => /^\s*(- +)?["']?[\w$./-]+["']?:(\s|$)/.test(line);
  const top = lines.slice(0, 8);
  const isElement = (line: string): boolean => /^\s*- /.test(line);
  return top.length > 1 && top.every((line) => isMember(line) || isElement(line)) && top.some(isMember);
}

/** Why a text that is no JSON is neither a definition nor a table. Undefined if it is a table. */
export function otherInText(text: string): string | undefined {
  const other = OTHER_FORMATS.find(({ like }) => like.test(text));
  if (other !== undefined) return other.reason;
  // Rows of JSON may have damages, which others tell.
  if (text.trimStart().startsWith('\u001e') || /^\s*(\{|\[\s*[[{"\]])/.test(text)) return undefined;
  const evenness = evennessOf(text);
  if (evenness === 'even') return undefined;
  return (
    reasonOf(OTHERS, text) ??
    (evenness === 'nearly'
      ? undefined
      : 'It has no columns: its lines have different numbers of cells, or are sentences. Save the rows as NDJSON, JSON or CSV with a header')
  );
}

/** Records that decide. */
const RECORDS = 50;

/** Share of records that have as many cells as the first. */
const EVEN = 0.8;

/** Lines that begin or end as those of programs and sentences do. */
const SENTENCE = /[{(;]\s*$|[.!?:]["']?\s*$/;

/** Records of the beginning of a text, and how many cells each has. Undefined if a line names the columns. */
function recordsOf(
  text: string,
): { readonly records: readonly string[]; readonly sizes: number[] } | undefined {
  const { separator, newline, titles = 0, names, hasBackslashQuotes = false } = dialectOf(text);
  if (names !== undefined) return undefined;
  const lines = text.split(newline).map((line) => line.replace(/\r$/, ''));
  const records = recordsIn(hasBackslashQuotes ? lines.map(withPlainQuotes) : lines)
    .filter((line) => line.trim() !== '' && !SEPARATOR_LINE.test(line))
    .slice(titles, titles + RECORDS);
  return { records, sizes: records.map((record) => cellsOf(record, separator)?.length ?? 1) };
}

/** Whether all or nearly all records have the same number of cells. Those of a single column are no sentences. */
function evennessOf(text: string): 'even' | 'nearly' | 'uneven' {
  const found = recordsOf(text);
  if (found === undefined) return 'even';
  const { records, sizes } = found;
  const [first = 0] = sizes;
  if (isCodeLine(records[0] ?? '', first)) return 'uneven';
  const others = sizes.filter((size) => size !== first).length;
  if (first > 1 && others === 0 && sizes.length > 1) return 'even';
  const isEven = others <= Math.max(first > 1 ? 1 : 0, (1 - EVEN) * sizes.length);
  return isEven && !areSentences(records, first) ? 'nearly' : 'uneven';
}

const isCodeLine = (line: string, cells: number): boolean =>
  /[{(]\s*$/.test(line) || (cells === 2 && /;\s*$/.test(line));

/** Whether the header is a sentence, or in a single column, many records are. */
function areSentences(records: readonly string[], cells: number): boolean {
  const [header = ''] = records;
  if (cells > 1) return SENTENCE.test(header) && header.split(' ').length > 5;
  return records.length > 1 && records.filter((record) => SENTENCE.test(record)).length >= records.length / 4;
}

/** What else people have, by its beginning, and what to do about it. */
const OTHER_FORMATS: readonly { readonly like: RegExp; readonly reason: string }[] = [
  { like: /\0/, reason: 'It is not text. Save it as NDJSON, JSON or CSV' },
  {
    like: /^(\s|--[^\n]*\n)*(insert|replace)\s+into\s/i,
    reason:
      'SQL INSERT statements are not supported. Export the rows as JSON or CSV, or use the CREATE TABLE statement',
  },
  {
    like: /^\s*\|[^\n]*\n\s*\|\s*:?--/,
    reason: 'Markdown tables are not supported. Convert the rows to JSON or CSV',
  },
  {
    like: /^\s*[\w.]+=("[^"\n]*"|[^\s",;|]*) +[\w.]+=/,
    reason: 'Logs of the form key=value are not supported. Convert the rows to JSON or CSV',
  },
  {
    like: /^\s*<[?!a-z][^>,;|\t]*>(?![,;|\t])/i,
    reason: 'XML and HTML are not supported. Convert the rows to JSON or CSV',
  },
];

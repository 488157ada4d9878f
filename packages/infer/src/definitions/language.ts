/** Languages of definitions. */
export const DEFINITION_LANGUAGES = [
  'sql',
  'json-schema',
  'openapi',
  'avro',
  'protobuf',
  'prisma',
  'bigquery',
  'tinybird',
  'data-contract',
  'asyncapi',
  'kdg',
] as const;

/** One of `DEFINITION_LANGUAGES`. */
export type DefinitionLanguage = (typeof DEFINITION_LANGUAGES)[number];

/** A language of shapes of values. Templates of the Kinesis Data Generator say how values are made. */
export type ShapeLanguage = Exclude<DefinitionLanguage, 'kdg'>;

/** How each language begins, the most particular first. */
const BEGINNINGS: readonly (readonly [DefinitionLanguage, (start: string) => boolean])[] = [
  ['kdg', (start) => (KDG.test(start) && !ROWS.test(start)) || KDG_RATES.test(start)],
  ['tinybird', (start) => /^SCHEMA\s*>/m.test(start) && /^\s*([A-Z_]+\b|#|`)/.test(start)],
  ['sql', (start) => SQL.test(start) && DEFINES.test(start)],
  ['asyncapi', (start) => ASYNCAPI.test(start)],
  ['data-contract', (start) => CONTRACT.test(start)],
  ['prisma', (start) => PRISMA.test(start) && PRISMA_FIELD.test(start)],
  ['bigquery', (start) => BIGQUERY.test(start)],
  ['protobuf', (start) => PROTOBUF.test(start) && PROTOBUF_PART.test(start)],
  [
    'openapi',
    (start) =>
      (IS_OBJECT.test(start) && /"(openapi|swagger)"\s*:\s*"\d/.test(start)) || OPENAPI_YAML.test(start),
  ],
  [
    'avro',
    (start) =>
      /^(\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*[{[]/.test(start) &&
      /"type"\s*:\s*"(record|error)"/.test(start) &&
      /"fields"\s*:\s*\[/.test(start),
  ],
  [
    'json-schema',
    (start) =>
      IS_OBJECT.test(start) &&
      (/"\$schema"\s*:\s*"https?:\/\/json-schema\.org/.test(start) ||
        (/"type"\s*:\s*"object"/.test(start) && /"properties"\s*:\s*\{/.test(start))),
  ],
  [
    'json-schema',
    (start) =>
      /^(\s*#[^\n]*\n|---[^\n]*\n)*\s*["']?\$schema["']?\s*:\s*["']?https?:\/\/json-schema\.org/.test(start),
  ],
];

/** Placeholders of the Kinesis Data Generator: methods of faker 3 in double braces. */
const KDG =
  /\{\{\s*(address|commerce|company|current|date|finance|hacker|helpers|image|internet|lorem|name|phone|random|system)\.[A-Za-z]+\s*(\(|\}\})/;

/** Several events, one a line, which only have texts that look like placeholders. */
const ROWS = /^\s*\{[^\n]*\}\s*\n\s*\{[^\n]*\}/;

/** Its rates by hour and day, as a browser keeps them or in CSV. */
const KDG_RATES =
  /"#[0-6]-\d{1,2}-(mu|sig)\\?"\s*:|^\s*day\s*[,;\t]\s*hour\s*[,;\t]\s*(mu|mean)\s*[,;\t]\s*(sigma|sig|sd|deviation)\s*(\n|$)/i;

/** A statement that defines something. */
const DEFINES = /\bcreate\s+(\w+\s+){0,5}(table|type|domain|view|function|schema|database|extension)\b/i;

/** Comments, and then a syntax, an edition, a package or a message. */
const PROTOBUF =
  /^(\s|\/\/[^\n]*(\n|$)|\/\*[\s\S]*?\*\/)*((syntax|edition)\s*=\s*["']|package\s+[\w.]+\s*;|message\s+\w+\s*\{|import\s+(public\s+|weak\s+)?["'][^"']+\.proto["'])/;

/** Java has packages, too. */
const PROTOBUF_PART = /\b(message|enum|service|extend)\s+[\w.]+\s*\{|\b(syntax|edition)\s*=|\.proto["']/;

const PRISMA = /^\s*(generator|datasource|model|enum)\s+\w+\s*\{\s*(\/\/[^\n]*)?$/m;

/** What other languages do not have in blocks: `provider = "sqlite"`, `id Int @id`. */
const PRISMA_FIELD =
  /^\s*(provider\s*=\s*["[]|\w+\s+\w+(\[\]|\?)?\s+@(id|default|unique|map|relation|db)\b)/m;

/** What may stand before the type. */
const OF_FIELD = '"(name|description|mode)"\\s*:\\s*"(?:[^"\\\\]|\\\\.)*"\\s*,\\s*';

/** A list of fields whose first one begins with its name and a type in capitals, or a table with its resource type. */
const BIGQUERY = new RegExp(
  String.raw`^\s*\{[^]*"bigquery#table"|^\s*(\{\s*("schema"\s*:\s*\{\s*)?"fields"\s*:\s*)?\[\s*\{\s*(${OF_FIELD}|"fields"\s*:\s*\[\s*\{\s*)*"type"\s*:\s*"(STRING|BYTES|INTEGER|INT64|FLOAT|FLOAT64|NUMERIC|BIGNUMERIC|BOOLEAN|BOOL|TIMESTAMP|DATE|TIME|DATETIME|GEOGRAPHY|JSON|RANGE|INTERVAL|RECORD|STRUCT)"\s*(\}|,\s*"(name|description|mode|fields|maxLength|precision|defaultValueExpression|policyTags)")`,
);

const OPENAPI_YAML = /^(\s*#[^\n]*\n)*(---[^\n]*\n)?\s*["']?(openapi|swagger)["']?\s*:\s*["']?[23]\./;

/** A member of the outermost object that only data contracts have, after any others, or first in JSON. */
const CONTRACT =
  /^["']?kind["']?:\s*["']?DataContract\b|^["']?dataContractSpecification["']?:|^\s*\{[^]*"(kind"\s*:\s*"DataContract"|dataContractSpecification"\s*:)/m;

const ASYNCAPI = /^["']?asyncapi["']?:\s*["']?[23]\.|^\s*\{[^]*"asyncapi"\s*:\s*"[23]\./m;

const IS_OBJECT = /^\s*\{/;

/** Comments, commands of psql and SQL*Plus, and then a statement that SQL begins with. */
const SQL =
  /^(\s|;|--[^\n]*(\n|$)|#[^\n]*\n|\/\*M?!\d*|\*\/|\/\*[\s\S]*?\*\/|\\[^\n]*\n|(prompt|rem|remark|go|:[a-z]+)\b[^\n]*\n)*(create|drop|set|use|begin|start|alter|insert|replace|pragma|delimiter|comment|copy|lock|select|declare|if|exec|execute|grant|revoke|truncate|spool|whenever|define|connect)\b/i;

/** The language that a text is written in, if it begins like a definition. */
export function definitionLanguage(start: string): DefinitionLanguage | undefined {
  const text = start.replace(/^\ufeff/, '');
  return BEGINNINGS.find(([, isLanguage]) => isLanguage(text))?.[0];
}

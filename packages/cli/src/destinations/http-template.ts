import { records, type Batch } from '@catbird/engine';
import { joined, objectOf, type FormatPlan } from '@catbird/formats';
import type { RowFormat } from '@catbird/send';
import { messageOf } from '../files/error-code.ts';

/** Texts that the rows of a request are put into. */
export interface Templates {
  /** Rows are lines, elements with commas between them, or one row. */
  readonly format: 'ndjson' | 'array' | 'single';
  /** Has `{{row}}`. Default: the row. */
  readonly row?: string | undefined;
  /** Has `{{rows}}`. Only for an array. Default: a JSON array. */
  readonly body?: string | undefined;
}

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** What is wrong with the placeholders of a template. */
export function placeholderProblem(text: string, name: string): string | undefined {
  const found = Array.from(text.matchAll(PLACEHOLDER), ([, each]) => each);
  if (found.length === 1 && found[0] === name && !text.replaceAll(PLACEHOLDER, '').includes('{{'))
    return undefined;
  return `Must contain {{${name}}} exactly once, and no other {{`;
}

/** What comes before a placeholder, and after it. */
function around(text: string): readonly [before: Uint8Array, after: Uint8Array] {
  const [before = '', after = ''] = text.split(/\{\{[^{}]*\}\}/);
  return [Buffer.from(before), Buffer.from(after)];
}

const NOTHING = new Uint8Array(0);
const NEWLINE = Buffer.from('\n');
const COMMA = Buffer.from(',');

/** Rows as templates write them. */
export function httpTemplate({ format, row = '{{row}}', body = '[{{rows}}]' }: Templates): RowFormat {
  const [head, foot] = format === 'array' ? around(body) : [NOTHING, NOTHING];
  const [before, after] = around(row);
  const separator = format === 'array' ? COMMA : NEWLINE;
  const block = (batch: Batch): Uint8Array => {
    const pieces = [...records(batch)].flatMap((row) => [before, row, after, separator]);
    // Lines end with a newline, as rows do. A single row has none.
    return joined(format === 'ndjson' ? pieces : pieces.slice(0, -1));
  };
  const plan: FormatPlan & Pick<RowFormat, 'blocks'> = {
    contentType: format === 'ndjson' ? 'application/x-ndjson' : 'application/json',
    extension: 'json',
    isText: true,
    head,
    blocks: {
      block: (batch) => ({ bytes: block(batch) }),
      foot: () => foot,
      growth: { factor: 1, perRow: before.length + after.length, rest: foot.length },
    },
  };
  return { ...plan, body: (batch) => objectOf(plan, batch) };
}

/** Rows with which templates are tried. */
function trial(count: number): Batch {
  const row = Buffer.from('{"a":1}\n');
  const ends = Uint32Array.from({ length: count }, (_, i) => (i + 1) * row.length);
  return { first: 0, count, bytes: joined(Array.from({ length: count }, () => row)), ends };
}

const isJson = (type: string): boolean => /^application\/([^;]*\+)?json\b/i.test(type);
const isLines = (type: string): boolean => /^application\/(x-)?(ndjson|json-?lines?|jsonl)\b/i.test(type);

/** Why the body of a request would not be of its type, if that is JSON. @param headers those that are sent besides */
export function templateProblem(
  templates: Templates,
  headers: Readonly<Record<string, string>> = {},
): string | undefined {
  const { contentType, body } = httpTemplate(templates);
  const [, type = contentType] =
    Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  if (!isJson(type) && !isLines(type)) return undefined;
  for (const count of templates.format === 'single' ? [1] : [1, 2]) {
    const text = Buffer.from(body(trial(count))).toString();
    const parts = isLines(type) ? text.split('\n').filter((line) => line.trim() !== '') : [text];
    const wrong = parts.map(notJson).find((problem) => problem !== undefined);
    if (wrong !== undefined)
      return `${count === 1 ? 'An event becomes' : 'Two events become'} ${wrong}. The content type is ${type}`;
  }
  return undefined;
}

/** Why a text is not JSON. */
function notJson(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return `${text.trimEnd()}, which is not valid JSON: ${messageOf(error)}`;
  }
}

import {
  type Destination,
  optionalTextSetting,
  type RowFormat,
  flagSetting,
  type HttpRequest,
} from '@catbird/send';
import { limitsWithin } from '@catbird/stream';
import * as z from 'zod/mini';
import { records, type Batch } from '@catbird/engine';
import { joined, objectOf, type FormatPlan } from '@catbird/formats';
import { messageOf } from '../files/error-code.ts';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const settings = {
  row: optionalTextSetting(
    {
      label: 'Row template',
      help: 'What each event becomes: {{row}} stands for it.',
      example: '{"value":{{row}}}',
      literal: true,
    },
    placeholder('row'),
  ),
  body: optionalTextSetting(
    {
      label: 'Body template',
      help: 'The body of a request: {{rows}} stands for its events, with commas between them.',
      example: '{"records":[{{rows}}]}',
      literal: true,
      when: { format: 'array' },
    },
    placeholder('rows'),
  ),
};

function placeholder(name: string): z.core.CheckFn<string> {
  return (payload) => {
    const message = placeholderProblem(payload.value, name);
    if (message !== undefined) payload.issues.push({ code: 'custom', message, input: payload.value });
  };
}

const reading = z.object({
  format: z.enum(['ndjson', 'array', 'single']),
  row: z.optional(z.string()),
  body: z.optional(z.string()),
  headers: z.optional(z.record(z.string(), z.string())),
});

/** The templates of a config; undefined if it has none. */
const templateIn = (config: unknown) => {
  const given = z.parse(reading, config);
  return given.body === undefined && given.row === undefined ? undefined : httpTemplate(given);
};

/** Adds templates of events and bodies to the HTTP destination, so that a service without a destination of its own becomes a config. */
export function withBody(destination: Destination): Destination {
  const config = z.safeExtend(destination.config, settings).check((payload) => {
    if (payload.issues.length > 0) return;
    const { headers, ...templates } = z.parse(reading, payload.value);
    const { body, row } = templates;
    if (body === undefined && row === undefined) return;
    const message = templateProblem(templates, headers);
    if (message !== undefined)
      payload.issues.push({
        code: 'custom',
        message,
        path: [body === undefined ? 'row' : 'body'],
        input: payload.value,
      });
  });
  return {
    ...destination,
    config,
    needsJson(given) {
      const { body, row } = z.parse(reading, given);
      return body === undefined ? (row === undefined ? destination.needsJson?.(given) : 'row') : 'body';
    },
    limits: (given, format) => limitsWithin(destination.limits(given, format), templateIn(given)),
    open(given, env) {
      const format = templateIn(given);
      return destination.open(given, format === undefined ? env : { ...env, format });
    },
  };
}

/** Texts that the rows of a request are put into. */
interface Templates {
  /** Rows are lines, elements with commas between them, or one row. */
  readonly format: 'ndjson' | 'array' | 'single';
  /** Has `{{row}}`. Default: the row. */
  readonly row?: string | undefined;
  /** Has `{{rows}}`. Only for an array. Default: a JSON array. */
  readonly body?: string | undefined;
}

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** What is wrong with the placeholders of a template. */
function placeholderProblem(text: string, name: string): string | undefined {
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
function httpTemplate({ format, row = '{{row}}', body = '[{{rows}}]' }: Templates): RowFormat {
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
function templateProblem(
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

const gzipped = promisify(gzip);

/** Compresses with gzip on Node's thread pool, at the fastest level so that the stream keeps its rate. */
export const compress = (bytes: Uint8Array): Promise<Uint8Array> => gzipped(bytes, { level: 1 });

/** The request with its body compressed. */
async function compressed(request: HttpRequest): Promise<HttpRequest> {
  const { body, headers } = request;
  if (body === undefined || body.length === 0) return request;
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return { ...request, body: await compress(bytes), headers: { ...headers, 'content-encoding': 'gzip' } };
}

/** Adds a gzip setting to a destination over HTTP. Only for Node: in browsers, CORS may forbid the content-encoding header. */
export function withGzip(destination: Destination): Destination {
  const config = z.safeExtend(destination.config, {
    gzip: flagSetting({ label: 'Gzip', help: 'Compress requests with gzip.' }),
  });
  return {
    ...destination,
    config,
    open: (settings, env) =>
      destination.open(
        settings,
        isCompressed(settings)
          ? { ...env, http: async (request) => env.http(await compressed(request)) }
          : env,
      ),
  };
}

const isCompressed = (settings: unknown): boolean =>
  typeof settings === 'object' && settings !== null && 'gzip' in settings && settings.gzip === true;

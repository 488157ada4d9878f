import { type Destination, optionalTextSetting } from '@catbird/send';
import { limitsWithin } from '@catbird/stream';
import * as z from 'zod/mini';
import { httpTemplate, placeholderProblem, templateProblem } from './http-template.ts';

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

const withRow = (
  given: Readonly<Record<string, unknown>>,
  row: unknown,
): Readonly<Record<string, unknown>> => (row === undefined ? given : { row, ...given });

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
    // An older name.
    normalise({ record, ...given }) {
      return destination.normalise?.(withRow(given, record)) ?? withRow(given, record);
    },
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

import { byteLength, records, type Batch, jsonOf } from '@catbird/engine';
import { newBody } from './body.ts';
import type { DeliveryError, DeliveryErrorKind } from './error.ts';
import type { HttpResponse } from './http.ts';
import { probed, type Problem, type ProbedService } from './http-service.ts';
import type { OutcomeOrUnread } from './outcomes.ts';
import { member } from './response.ts';
import type { SplunkConfig } from './splunk.ts';

const encoder = new TextEncoder();

/** Room for what a row gets besides the members that all have. */
const ROW_BYTES = 40;

/** Members that all events have, each with a comma: `"index":"main",`. */
const constantsOf = ({ eventHost: host, source, sourcetype, index }: SplunkConfig): string =>
  Object.entries({ host, source, sourcetype, index })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`)
    .join('');

/** An object for each row. https://help.splunk.com/en/splunk-enterprise/get-data-in/collect-http-event-data/format-events-for-http-event-collector */
function bodyOf(batch: Batch, config: SplunkConfig): Uint8Array {
  const TIME = encoder.encode('{"time":');
  const POINT = encoder.encode('.');
  const AFTER_TIME = encoder.encode(`,${constantsOf(config)}"event":`);
  const UNTIMED = encoder.encode(`{${constantsOf(config)}"event":`);
  const END = encoder.encode('}\n');
  const body = newBody(byteLength(batch) + batch.count * (ROW_BYTES + AFTER_TIME.length));
  let place = 0;
  for (const row of records(batch)) {
    const ms = batch.sides?.[place]?.ms;
    if (ms === undefined) body.bytes(UNTIMED);
    else {
      body.bytes(TIME);
      body.digits(Math.floor(ms / 1000));
      body.bytes(POINT);
      body.digits(Math.floor(ms % 1000), 3);
      body.bytes(AFTER_TIME);
    }
    body.bytes(row);
    body.bytes(END);
    place++;
  }
  return body.end();
}

const TOKEN = 'Check the token, and that it and the HTTP Event Collector are enabled.';

/** Codes whose kind the status does not tell. https://help.splunk.com/en/splunk-enterprise/get-data-in/collect-http-event-data/troubleshoot-http-event-collector */
const CODES: Readonly<Record<number, readonly [kind: DeliveryErrorKind, hint: string]>> = {
  7: ['not-found', 'The token may not write to this index, or it does not exist.'],
  10: ['not-found', 'This token uses indexer acknowledgment. Choose a token without it.'],
  11: ['not-found', 'This token uses indexer acknowledgment. Choose a token without it.'],
};

/** Codes of one event that is invalid: its format, a missing or blank event, or its indexed fields. */
const INVALID_EVENT = new Set<unknown>([6, 12, 13, 15]);

const codeOf = (response: HttpResponse): unknown => member(jsonOf(response.text), 'code');
const invalidEventIn = (response: HttpResponse): unknown =>
  member(jsonOf(response.text), 'invalid-event-number');

function problemIn(response: HttpResponse): Problem {
  const code = codeOf(response);
  const text = member(jsonOf(response.text), 'text');
  const [kind, hint] = CODES[Number(code)] ?? [];
  // A busy server may have taken the events before this one.
  const isPartial = response.status === 503 && Number(invalidEventIn(response)) > 0;
  return {
    words: typeof text === 'string' ? text : response.text,
    code: typeof code === 'number' ? String(code) : undefined,
    ...(kind && { kind, hint }),
    ...(isPartial && { uncertain: true }),
  };
}

/** Splunk takes events one after the other up to the first invalid one, whose number counts from 0. */
function outcomesIn(
  response: HttpResponse,
  rows: number,
  error: DeliveryError,
): readonly OutcomeOrUnread[] | undefined {
  const number = invalidEventIn(response);
  if (response.status !== 400 || !INVALID_EVENT.has(codeOf(response))) return undefined;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0 || number >= rows)
    return undefined;
  return Array.from({ length: rows }, (_, place) =>
    place < number ? 'taken' : place === number ? error : 'unread',
  );
}

const serviceOf = (address: string, config: SplunkConfig): ProbedService => ({
  name: 'Splunk',
  url: `${address}/services/collector/event`,
  headers: { authorization: `Splunk ${config.token}`, 'content-type': 'application/json' },
  secrets: [config.token],
  hints: {
    auth: TOKEN,
    'not-found': 'Check the address: the HTTP Event Collector has a port of its own, 8088 by default.',
    rejected: 'Splunk cannot read an event. See its message for details.',
    'too-large': 'The request exceeds max_content_length of the HTTP Event Collector.',
    'rate-limited': 'Lower the rate.',
    unavailable: 'Splunk’s queues are full, or it is about to stop. Lower the rate.',
  },
  body: (batch) => bodyOf(batch, config),
  confirms: (response) => codeOf(response) === 0,
  problemIn,
  outcomesIn,
  // "No data", after the token has been checked.
  probe: { body: '', isPassed: (response) => response.status === 400 && codeOf(response) === 5 },
});

/** Sends to the HTTP Event Collector. */
export const { open, check } = probed(serviceOf);

import { byteLength, records, rowIndex, type Batch } from '@catbird/engine';
import { authorizationOf, secretsOfHttp, probed, type Problem, type ProbedService } from './http-service.ts';
import type { LokiConfig } from './loki.ts';
import { newBody, type BodyWriter } from './body.ts';
import type { DestinationEnv } from './destination.ts';
import type { HttpResponse } from './http.ts';

type Labels = Readonly<Record<string, string>>;

/** A stream needs a label. */
const OWN_LABELS: Labels = { source: 'catbird' };

const encoder = new TextEncoder();
const BEFORE_TIME = encoder.encode('["');
const BEFORE_LINE = encoder.encode('","');
const AFTER_LINE = encoder.encode('"]');
const COMMA = encoder.encode(',');

/** Places of rows by the labels of their stream, as JSON. */
function streamsOf({ sides, count }: Batch, fixed: Labels): ReadonlyMap<string, readonly number[]> {
  const streams = new Map<string, number[]>();
  for (let place = 0; place < count; place++) {
    const labels = sides?.[place]?.headers ?? fixed;
    const key = JSON.stringify(Object.keys(labels).length === 0 ? OWN_LABELS : labels);
    const places = streams.get(key) ?? [];
    if (places.push(place) === 1) streams.set(key, places);
  }
  return streams;
}

/** Lines by stream. Their times end in the number of the row, as nanoseconds: Loki keeps one of equal lines of the same time. https://grafana.com/docs/loki/latest/reference/loki-http-api/#ingest-logs */
function bodyOf(batch: Batch, { labels = {} }: LokiConfig, now: number): Uint8Array {
  const rows = Array.from(records(batch));
  const body = newBody(Math.ceil(1.5 * byteLength(batch)));
  const writeLine = (place: number): void => {
    body.bytes(BEFORE_TIME);
    writeTime(body, batch.sides?.[place]?.ms ?? now, rowIndex(batch, place));
    body.bytes(BEFORE_LINE);
    body.escaped(rows[place] ?? new Uint8Array(0));
    body.bytes(AFTER_LINE);
  };
  let before = '{"streams":[';
  for (const [stream, places] of streamsOf(batch, labels)) {
    body.bytes(encoder.encode(`${before}{"stream":${stream},"values":[`));
    for (const [i, place] of places.entries()) {
      if (i > 0) body.bytes(COMMA);
      writeLine(place);
    }
    before = ']},';
  }
  body.bytes(encoder.encode(']}]}'));
  return body.end();
}

/** Nanoseconds in a millisecond. */
const NANOSECONDS = 1_000_000;

function writeTime(body: BodyWriter, ms: number, row: number): void {
  body.digits(Math.floor(ms));
  body.digits(row % NANOSECONDS, 6);
}

/** A refusal of several lines does not say which of them are stored: Loki drops only those that it finds invalid, or over the rate of their stream. */
function problemIn({ status, text }: HttpResponse, rows: number): Problem {
  const isPartial = (status === 400 && rows > 1) || (status === 429 && /stream/i.test(text));
  return { words: text, ...(isPartial && { uncertain: true }) };
}

const serviceOf = (address: string, config: LokiConfig, { now }: DestinationEnv): ProbedService => ({
  name: 'Loki',
  url: `${address}/loki/api/v1/push`,
  headers: {
    'content-type': 'application/json',
    ...(config.tenant !== undefined && { 'x-scope-orgid': config.tenant }),
    ...authorizationOf(config),
  },
  secrets: secretsOfHttp(config),
  hints: {
    auth: 'Check the credentials, and the tenant if Loki has several.',
    'not-found': 'Check the address: the host must be Loki, or a proxy in front of it.',
    rejected:
      'Loki rejects lines that are too old or too long, and labels that it does not allow. Other lines of the request may be stored.',
    'too-large': 'The request exceeds the limit of Loki, or of a proxy in front of it.',
    'rate-limited':
      'The rate exceeds ingestion_rate_mb or per_stream_rate_limit of Loki. Lower the rate, or use more streams.',
  },
  body: (batch) => bodyOf(batch, config, now()),
  confirms: ({ status }) => status === 204,
  problemIn,
  // Loki wants a stream, which it only asks for once the credentials are checked.
  probe: { body: '{"streams":[]}', isPassed: ({ status }) => [204, 422].includes(status) },
});

/** Pushes to Loki. */
export const { open, check } = probed(serviceOf);

import { payload, jsonOf } from '@catbird/engine';
import type { HttpResponse } from './http.ts';
import { probed, type Confirmed, type ProbedService } from './http-service.ts';
import { isHtml, isSuccess, member } from './response.ts';
import type { TinybirdConfig } from './tinybird.ts';

/** Identifies this tool to Tinybird. */
const APP = 'catbird';

/** A materialized view failed on some rows, but others were written. */
const PARTLY_WRITTEN = 422;

const HINTS: Readonly<Record<number, string>> = {
  400: 'Tinybird could not read the request. Check the data source name, and that the schema matches its columns.',
  401: 'Check the token and its append scope, and that the host is the region of your workspace.',
  403: 'Check the token and its append scope, and that the host is the region of your workspace.',
  404: 'Check the host. It must be the API of your workspace’s region.',
  413: 'The request exceeds the size limit of your plan. Lower the rate to make requests smaller.',
  [PARTLY_WRITTEN]:
    'A materialized view failed on some events, but others may have been written. They are not retried, to avoid duplicates.',
  429: 'The rate exceeds your Tinybird plan. Lower the rate.',
};

const WRONG_HOST =
  'This host serves web pages, not the Events API. Use the API host, which starts with api. instead of ui. or cloud.';

/**
 * Reads `{"successful_rows": 2, "quarantined_rows": 1}`. The response must make sense as a whole: if it counts more rows than were
 * sent, or has an error, it confirms none.
 */
function confirms({ text }: HttpResponse, rows: number): boolean | Confirmed {
  const answer = jsonOf(text);
  const accepted = countOf(member(answer, 'successful_rows'));
  const quarantined = countOf(member(answer, 'quarantined_rows') ?? 0);
  const failed = member(answer, 'error') ?? undefined;
  return accepted + quarantined <= rows && failed === undefined ? { accepted, quarantined } : false;
}

/** NaN if it is not a count. */
const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : Number.NaN;

const serviceOf = (address: string, { datasource, token, wait }: TinybirdConfig): ProbedService => ({
  name: 'Tinybird',
  url: `${address}/v0/events?name=${encodeURIComponent(datasource.toWellFormed())}&from=${APP}${wait ? '&wait=true' : ''}`,
  headers: { Authorization: `Bearer ${token}` },
  secrets: [token],
  elsewhere: WRONG_HOST,
  unsure: (response) =>
    isHtml(response) ? WRONG_HOST : 'Check whether the host is Tinybird, or a proxy in front of it.',
  body: (batch) => payload(batch),
  confirms,
  problemIn({ status, text }) {
    const words = member(jsonOf(text), 'error');
    return {
      words: typeof words === 'string' ? words : text,
      hint: HINTS[status],
      uncertain: status === PARTLY_WRITTEN || undefined,
    };
  },
  probe: {
    body: '',
    // Tinybird may reject an empty request with 400, but checks the token first.
    isPassed: (response) => isSuccess(response) || response.status === 400,
    found: 'accepted the token. Tested without events; nothing was written.',
  },
});

/**
 * Sends to the Events API. A test sends a request without events, with the same address, method and token scope as every later one. Reading
 * the data source's description would need a different scope: a token that can only append can't read.
 */
export const { open, check } = probed(serviceOf);

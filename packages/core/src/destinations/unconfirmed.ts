import { isHtml, oneLine } from './response.ts';
import { DeliveryError, type DeliveryErrorKind } from './error.ts';
import type { HttpResponse } from './http.ts';

/** Details of a response that looks like success but confirms too few rows. */
export interface UnconfirmedDetails {
  /** Name of the service, or its host: `Tinybird`. */
  readonly service: string;
  /** Number of rows in the request. */
  readonly rows: number;
  /** Number of rows whose outcome the response tells. Default 0. */
  readonly confirmed?: number;
  /** What to check, in one or two sentences. */
  readonly hint: string;
  readonly secrets: readonly string[];
}

/** Maximum characters of a response in an error. */
const MAX_QUOTE = 200;

/** The error for rows that a response does not confirm because it is empty, truncated, of another format or contradictory. */
export const unconfirmed = (text: string, details: UnconfirmedDetails): DeliveryError =>
  unconfirmedError('unconfirmed', text, details);

/** The same for an HTTP response. A web page instead shows a wrong host, which ends the run. */
export function unconfirmedAnswer(response: HttpResponse, details: UnconfirmedDetails): DeliveryError {
  const { status, text } = response;
  return isHtml(response)
    ? unconfirmedError('not-found', 'a web page', details, status)
    : unconfirmedError('unconfirmed', text, details, status);
}

function unconfirmedError(
  kind: DeliveryErrorKind,
  text: string,
  details: UnconfirmedDetails,
  status?: number,
): DeliveryError {
  const { service, rows, confirmed = 0, hint, secrets } = details;
  const words = oneLine(text, secrets, MAX_QUOTE);
  const responded = status === undefined ? 'responded' : `returned ${status}`;
  return new DeliveryError(
    kind,
    `${service} ${responded} but confirmed ${confirmed} of ${rows} events: ${words === '' ? 'the response is empty' : words}`,
    {
      status,
      detail: words === '' ? undefined : words,
      hint: `Unconfirmed events may have been stored, so they are not retried. ${hint}`,
      uncertain: true,
    },
  );
}

import { isHtml, oneLine } from './answer.ts';
import { DeliveryError, type DeliveryErrorKind } from './error.ts';
import type { HttpResponse } from './http.ts';

/** What is known of an answer that reads as success and confirms too little. */
export interface Doubt {
  /** The service by its name, or its host: `Tinybird`. */
  readonly service: string;
  /** How many rows the request had. */
  readonly rows: number;
  /** How many of them the answer tells the fate of. Default 0. */
  readonly confirmed?: number;
  /** What to check, in a sentence or two. */
  readonly hint: string;
  readonly secrets: readonly string[];
}

/** Characters of an answer that an error repeats. */
const QUOTED = 200;

/** The error for rows that an answer does not confirm: it is empty, cut, of another form, or contradicts itself. */
export const unconfirmed = (said: string, doubt: Doubt): DeliveryError => doubted('unconfirmed', said, doubt);

/** The same for an answer over HTTP. A web page in its place shows a wrong host, which ends the run. */
export function unconfirmedAnswer(response: HttpResponse, doubt: Doubt): DeliveryError {
  const { status, text } = response;
  return isHtml(response)
    ? doubted('not-found', 'a web page', doubt, status)
    : doubted('unconfirmed', text, doubt, status);
}

function doubted(kind: DeliveryErrorKind, said: string, doubt: Doubt, status?: number): DeliveryError {
  const { service, rows, confirmed = 0, hint, secrets } = doubt;
  const words = oneLine(said, secrets, QUOTED);
  const answered = status === undefined ? 'answered' : `answered ${status}`;
  return new DeliveryError(
    kind,
    `${service} ${answered} but confirmed ${confirmed} of ${rows} events: ${words === '' ? 'the answer has no text' : words}`,
    {
      status,
      detail: words === '' ? undefined : words,
      hint: `Events without confirmation may have been stored, so they are not sent again. ${hint}`,
      uncertain: true,
    },
  );
}

import { Report } from '../ui/index.ts';
import type { ErrorReport, RunReport } from '../worker/report-protocol.ts';

type When = NonNullable<RunReport['retrying']>;

/** Why requests fail, when the next attempt is, and when retries stop. */
export function Retrying({ retrying, error }: { readonly retrying: When; readonly error: ErrorReport }) {
  const cause = causeOf(error);
  const message = error.detail ?? error.message;
  return (
    <Report
      tone="retried"
      ongoing
      silent
      title={`Retrying: ${cause}. ${whenText(retrying)}`}
      quote={message === cause ? undefined : message}
    >
      {error.hint !== undefined && <p>{error.hint}</p>}
    </Report>
  );
}

/** An error is shown for this long after it occurred. */
const RECENT_MS = 10_000;

/** The last error, if it occurred lately. */
export const recentError = ({ lastError, elapsedMs }: RunReport): ErrorReport | undefined =>
  lastError !== undefined && elapsedMs - lastError.atMs < RECENT_MS ? lastError : undefined;

/** Why requests are being retried, or were lately; undefined if none are. */
export function troubleOf(progress: RunReport): string | undefined {
  const { retrying, lastError } = progress;
  const error = retrying === undefined ? recentError(progress) : lastError;
  return error?.retried === true ? `Retrying: ${causeOf(error)}` : undefined;
}

/** Turns `Tinybird returned 500: Internal error` into `Tinybird returns 500`. */
export const causeOf = ({ message }: Pick<ErrorReport, 'message'>): string =>
  message.replace(/ returned (\d+).*$/s, ' returns $1');

/** `Next try in 3 s, giving up in 24 s`. */
export function whenText({ nextMs, giveUpMs, attemptsLeft }: When): string {
  const next = nextMs > 0 ? `Next try in ${seconds(nextMs)}` : 'Trying now';
  const last =
    attemptsLeft === undefined
      ? ''
      : ` or after ${attemptsLeft} more ${attemptsLeft === 1 ? 'attempt' : 'attempts'}`;
  return `${next}, giving up in ${seconds(giveUpMs)}${last}`;
}

const seconds = (ms: number): string => `${Math.ceil(ms / 1000)} s`;

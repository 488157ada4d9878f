import { Report } from '../../ui/index.ts';
import type { ErrorReport, RunReport } from '../../worker/protocol.ts';

type When = NonNullable<RunReport['retrying']>;

/** Why requests fail, when the next attempt is, and when retries stop. */
export function Retrying({ retrying, error }: { readonly retrying: When; readonly error: ErrorReport }) {
  const cause = `Retrying: ${causeOf(error)}`;
  const message = error.detail ?? error.message;
  return (
    <>
      {/* Announced once, without the countdown. */}
      <p className="sr" role="status">
        {cause}
      </p>
      <Report
        tone="retried"
        ongoing
        silent
        title={`${cause}. ${whenText(retrying)}`}
        quote={message === causeOf(error) ? undefined : message}
      >
        {error.hint !== undefined && <p>{error.hint}</p>}
      </Report>
    </>
  );
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

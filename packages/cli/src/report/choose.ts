import { DeliveryError, redact } from '@catbird/core';
import type { Terminal } from '../terminal.ts';
import { jsonReport } from './json.ts';
import { liveReport } from './live.ts';
import { plainReport, quietReport } from './plain.ts';
import type { Report } from './report.ts';

/**
 * The report that suits the terminal and what was asked, without the secrets in anything that a service said.
 *
 * @param hasRows whether rows were written to standard output
 */
export function reportFor(
  { json, quiet }: { readonly json?: boolean | undefined; readonly quiet?: boolean | undefined },
  { err, out }: Terminal,
  secrets: readonly string[],
  hasRows: () => boolean,
): Report {
  // A live line and rows would write over each other on the same terminal.
  const live = (): Report => liveReport(err, () => out.isTerminal && hasRows());
  const talkative = err.isTerminal ? live : plainReport;
  const report = (json === true ? jsonReport : quiet === true ? quietReport : talkative)(err);
  const hide = (text: string): string => redact(text, secrets);
  return {
    ...report,
    error: (error, retried) => report.error(withoutSecrets(error, hide), retried),
    answer: (text) => report.answer(hide(text)),
  };
}

function withoutSecrets(error: DeliveryError, hide: (text: string) => string): DeliveryError {
  const { kind, status, code, retryAfterMs } = error;
  const [detail, hint] = [error.detail, error.hint].map((text) => (text === undefined ? text : hide(text)));
  return new DeliveryError(kind, hide(error.message), { status, code, retryAfterMs, detail, hint });
}

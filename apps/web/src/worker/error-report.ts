import { type DeliveryError, type Summary, redact } from '@catbird/send';
import type { ErrorReport } from './report-protocol.ts';

/** An error as plain data, without secrets. */
export const errorReport = (
  error: DeliveryError,
  atMs: number,
  retried: boolean,
  secrets: readonly string[],
): ErrorReport => ({
  kind: error.kind,
  message: redact(error.message, secrets),
  status: error.status,
  code: error.code,
  detail: error.detail && redact(error.detail, secrets),
  hint: error.hint,
  atMs,
  retried,
});

/** An error as one line of a log. Most messages quote the service's words already. */
export const errorLine = ({ message, detail = '', hint = '' }: DeliveryError): string =>
  [message, message.includes(detail) ? '' : detail, hint].filter((part) => part !== '').join(' · ');

/** Why a run ended, without secrets. */
export const endOf = (
  { reason, error, elapsedMs }: Summary,
  secrets: readonly string[],
): { readonly reason: Summary['reason']; readonly error: ErrorReport | undefined } => ({
  reason,
  error: error && errorReport(error, elapsedMs, false, secrets),
});

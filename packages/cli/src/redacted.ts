import { DeliveryError, redact } from '@catbird/send';

/** An error without secrets in its texts. */
export function errorWithout(error: DeliveryError, secrets: readonly string[]): DeliveryError {
  const { kind, status, code, retryAfterMs } = error;
  const hide = (text: string): string => redact(text, secrets);
  const [detail, hint] = [error.detail, error.hint].map((text) => (text === undefined ? text : hide(text)));
  return new DeliveryError(kind, hide(error.message), { status, code, retryAfterMs, detail, hint });
}

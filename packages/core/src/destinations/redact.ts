import { settingsOf } from './config.ts';
import type { Destination } from './destination.ts';
import { anyEncoding } from './encodings.ts';

export { base64 } from './encodings.ts';

/** Replaces a secret. */
const HIDDEN = '[hidden]';

/** The values of a config's secret settings, the parts of each after its colons, and credentials in its addresses. Must never be shown. */
export function secretsOf<Config>(destination: Destination<Config>, config: Config): readonly string[] {
  const values = new Map<string, unknown>(Object.entries(config ?? {}));
  return settingsOf(destination)
    .flatMap(({ name, secret }) => {
      const value = values.get(name);
      if (typeof value !== 'string') return [];
      return secret ? [value, ...value.split(':').slice(1)] : credentialsIn(value);
    })
    .filter((value) => value !== '');
}

/** Names of query parameters that hold a credential. */
const CREDENTIAL = /pass|pwd|secret|token|key|signature|^sig$|auth|credential/i;

/** The password of an address, and the values of parameters that are named like credentials, such as `?password=`. */
export function credentialsIn(address: string): readonly string[] {
  if (!URL.canParse(address)) return [];
  const { password, searchParams } = new URL(address);
  const values = [...searchParams].filter(([name]) => CREDENTIAL.test(name)).map(([, value]) => value);
  return [decodedPart(password), ...values].filter((value) => value !== '');
}

function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A lone % stands for itself.
    return part;
  }
}

/** Maximum secrets whose expressions are cached, as every response is searched for them. */
const MAX_CACHED = 100;

function cached(make: (secret: string) => RegExp): (secret: string) => RegExp {
  const known = new Map<string, RegExp>();
  return (secret) => {
    const pattern = known.get(secret) ?? make(secret);
    if (known.size >= MAX_CACHED) known.clear();
    known.set(secret, pattern);
    return pattern;
  };
}

/** Shorter secrets are hidden only as whole words: one letter would be hidden in every word. */
const SHORT = 4;
const WORD = String.raw`[0-9A-Za-z\u00aa-\u1fff\u2c00-\ud7ff]`;

const patternOf = cached((secret) => {
  const anywhere = anyEncoding(secret);
  if (secret.length >= SHORT) return anywhere;
  return new RegExp(`(?<!${WORD})(?:${anywhere.source})(?!${WORD})`, 'g');
});

/**
 * Replaces secrets in a text, in every encoding in which services echo them: plain, URL-encoded, escaped for JSON by any language, for
 * HTML or XML, and base64, also as a part of a longer encoded text such as a whole header.
 */
export function redact(text: string, secrets: readonly string[]): string {
  // Longest first, so that a secret that contains another is replaced as a whole.
  return [...new Set(secrets)]
    .filter((secret) => secret !== '')
    .sort((a, b) => b.length - a.length)
    .reduce((redacted, secret) => redacted.replaceAll(patternOf(secret), HIDDEN), text);
}

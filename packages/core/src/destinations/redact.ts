import { settingsOf } from './config.ts';
import type { Destination } from './destination.ts';
import { anyEncoding } from './encodings.ts';

export { base64 } from './encodings.ts';

/** Replaces a secret. */
const HIDDEN = '[hidden]';

/** The values of a config's secret settings, and the parts of each after its colons. Must never be shown. */
export function secretsOf<Config>(destination: Destination<Config>, config: Config): readonly string[] {
  const values = new Map<string, unknown>(Object.entries(config ?? {}));
  return settingsOf(destination)
    .filter(({ secret }) => secret)
    .map(({ name }) => values.get(name))
    .filter((value): value is string => typeof value === 'string' && value !== '')
    .flatMap((value) => [value, ...value.split(':').slice(1)])
    .filter((value) => value !== '');
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

const patternOf = cached(anyEncoding);

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

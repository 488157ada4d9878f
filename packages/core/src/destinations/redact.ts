import { settingsOf } from './config.ts';
import type { Destination } from './destination.ts';
import { anyForm } from './forms.ts';

export { base64 } from './forms.ts';

/** What stands in place of a secret. */
const HIDDEN = '[hidden]';

/** The values in a config that must never be shown: of its secret settings, and the parts of such a value around its colons. */
export function secretsOf<Config>(destination: Destination<Config>, config: Config): readonly string[] {
  const values = new Map<string, unknown>(Object.entries(config ?? {}));
  return settingsOf(destination)
    .filter(({ secret }) => secret)
    .map(({ name }) => values.get(name))
    .filter((value): value is string => typeof value === 'string' && value !== '')
    .flatMap((value) => [value, ...value.split(':').slice(1)])
    .filter((value) => value !== '');
}

/** Expressions are made once for each of so many secrets: every answer is looked through. */
const REMEMBERED = 100;

function remembered(make: (secret: string) => RegExp): (secret: string) => RegExp {
  const known = new Map<string, RegExp>();
  return (secret) => {
    const form = known.get(secret) ?? make(secret);
    if (known.size >= REMEMBERED) known.clear();
    known.set(secret, form);
    return form;
  };
}

const formOf = remembered(anyForm);

/**
 * The text without the secrets, in the forms in which services echo them: plain, URL-encoded, in JSON as any language escapes it,
 * in HTML and XML, and in base64, also as a part of a longer text such as a whole header.
 */
export function redact(text: string, secrets: readonly string[]): string {
  // The longest first, so that no part of a secret is left beside another that it contains.
  return [...new Set(secrets)]
    .filter((secret) => secret !== '')
    .sort((a, b) => b.length - a.length)
    .reduce((redacted, secret) => redacted.replaceAll(formOf(secret), HIDDEN), text);
}

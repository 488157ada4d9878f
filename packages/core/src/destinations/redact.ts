import { settingsOf } from './config.ts';
import type { Destination } from './destination.ts';

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

/** The text without the secrets, in whatever form a service may echo them: plain, URL-encoded, in JSON, as Basic credentials. */
export function redact(text: string, secrets: readonly string[]): string {
  const forms = [...new Set(secrets.flatMap(formsOf))].filter((form) => form !== '');
  // The longest first, so that no part of a secret is left beside another that it contains.
  return forms
    .sort((a, b) => b.length - a.length)
    .reduce((redacted, form) => redacted.replaceAll(form, HIDDEN), text);
}

const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret.toWellFormed()),
  JSON.stringify(secret).slice(1, -1),
  base64(secret),
];

/** Base64 of the UTF-8 bytes of a text. */
export const base64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCodePoint(byte)).join(''));

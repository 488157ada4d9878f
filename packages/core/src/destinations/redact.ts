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

/** The text without the secrets, in whatever form a service may echo them: plain, URL-encoded, in JSON, XML and base64. */
export function redact(text: string, secrets: readonly string[]): string {
  const forms = [...new Set(secrets.flatMap(formsOf))].filter((form) => form !== '');
  // The longest first, so that no part of a secret is left beside another that it contains.
  return forms
    .sort((a, b) => b.length - a.length)
    .reduce((redacted, form) => redacted.replaceAll(form, HIDDEN), text);
}

function formsOf(secret: string): string[] {
  const encoded = encodeURIComponent(secret.toWellFormed());
  const strict = encoded.replaceAll(
    /[!'()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const inForm = new URLSearchParams([['', secret]]).toString().slice(1);
  const urls = [encoded, strict, inForm];
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inBase64 = base64(secret).replace(/=+$/, '');
  return [
    secret,
    ...urls,
    ...urls.map((url) => url.replaceAll(/%[0-9A-F]{2}/g, (each) => each.toLowerCase())),
    inJson,
    inJson.replaceAll('/', String.raw`\/`),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    inBase64,
    inBase64.replaceAll('+', '-').replaceAll('/', '_'),
  ];
}

/** Base64 of the UTF-8 bytes of a text. */
export const base64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCodePoint(byte)).join(''));

import { inLine } from '../printable.ts';

/** Characters of a value that reports show at most. */
const VALUE = 200;

/** A value as reports show it, in one line, without what controls a terminal. */
export function valueText(value: unknown, most = VALUE): string {
  if (value === undefined) return '(none)';
  const text = inLine(typeof value === 'string' ? value : (JSON.stringify(value, withBigints) ?? ''));
  return text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text;
}

/** For `JSON.stringify`: whole numbers beyond 2^53 become texts, so that no digit is lost. */
export const withBigints = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value;

import type { Cause, Pattern } from '@catbird/core/verify';
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

export const count = (value: number): string => value.toLocaleString('en');

/** `1 row`, `2,000 rows`. */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;

/** A duration as people read it: `120 ms`, `8.2 s`, `14 s`, `2:05`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const [minutes, rest] = [Math.floor(seconds / 60), Math.floor(seconds % 60)];
  const two = (value: number): string => String(value).padStart(2, '0');
  return minutes < 60
    ? `${minutes}:${two(rest)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(rest)}`;
}

/** A share as people read it, never rounded to all or nothing. */
export function percent(share: number): string {
  if (share === 0 || share === 1) return `${share * 100} %`;
  if (share < 0.001) return 'less than 0.1 %';
  if (share > 0.999) return 'more than 99.9 %';
  return `${(share * 100).toFixed(1)} %`;
}

/** Why values changed, with how much of them it explains. */
export function causeText({ text, share, certainty, contradicted }: Cause): string {
  const of = share >= 0.9999 ? certainty : `${percent(share)} of them, ${certainty}`;
  return `${text} (${of})${contradicted > 0.5 ? ', only in some rows' : ''}`;
}

/** Which rows are concerned. */
export function patternText({ text, share, precision, isExact }: Pattern): string {
  const found = isExact
    ? 'no exception found'
    : `${percent(share)} of them; of all such rows, ${percent(precision)} are affected`;
  return `which ones: ${text} (${found})`;
}

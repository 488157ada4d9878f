import { inLine } from '@catbird/engine';
import type { DeliveryError } from '@catbird/send';

/** `12,345`. */
export const whole = (number: number): string => Math.round(number).toLocaleString('en');

/** A number of things: `1 event`, `12,345 events`. */
export const plural = (count: number, noun: string): string =>
  `${whole(count)} ${noun}${count === 1 ? '' : 's'}`;

/** Rows per second: `0.05`, `98.7`, `12,345`; `max` if unlimited. */
export const rate = (perSecond: number): string =>
  Number.isFinite(perSecond) ? perSecond.toLocaleString('en', digitsOf(perSecond)) : 'max';

const digitsOf = (perSecond: number): Intl.NumberFormatOptions =>
  perSecond < 1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: perSecond < 100 ? 1 : 0 };

/** A duration: `0.4 s`, `12.0 s`, `3:05`, `1:02:03`. */
export function time(ms: number): string {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.floor(ms / 1000);
  const two = (number: number): string => String(number).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Bytes in decimal units: `812 B`, `24.3 kB`, `1.2 GB`. */
export function bytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, count)) / 3));
  const number = count / 1000 ** power;
  return `${power === 0 ? number : number.toFixed(1)} ${units[power]}`;
}

/** An error with the service's message and a hint, each on its own indented lines. */
export function errorLines({ message, detail, hint, code, status }: DeliveryError): string[] {
  const tags = [status, code].filter((tag) => tag !== undefined && !message.includes(String(tag)));
  return [
    `${inLine(message)}${tags.length === 0 ? '' : ` (${inLine(tags.join(', '))})`}`,
    ...(detail === undefined || message.includes(detail) ? [] : [detail.replaceAll(/^/gm, '  ')]),
    ...(hint === undefined ? [] : [`  ${inLine(hint)}`]),
  ];
}

import { LEFT_OUT, type Finding } from '@catbird/infer';
import type { SampleReading } from '../../../worker/sample-protocol.ts';

const numbers = new Intl.NumberFormat('en-US');

const count = (n: number, one: string, many: string): string =>
  `${numbers.format(n)} ${n === 1 ? one : many}`;

/** `412 kB`. */
export function sizeText(bytes: number): string {
  const [unit, name] = bytes < 1e6 ? [1e3, 'kB'] : [1e6, 'MB'];
  return bytes < 1e3 ? `${bytes} B` : `${Number((bytes / unit).toPrecision(3))} ${name}`;
}

/** `orders.ndjson: NDJSON, 1,000 rows, 11 fields, 412 kB. Read in this browser.` */
export function readingText(
  { format, rows, tables }: SampleReading,
  { name, size }: { readonly name: string; readonly size: number },
  fields: number,
): string {
  const parts = [
    format,
    ...(rows === undefined ? [] : [count(rows, 'row', 'rows')]),
    ...(rows === undefined && tables.length > 1 ? [`${tables.length} tables`] : []),
    count(fields, 'field', 'fields'),
    sizeText(size),
  ];
  return `${name}: ${parts.join(', ')}. Read in this browser.`;
}

/** Readings in the words of people who do not know the names of types. */
const NAMES: Readonly<Record<string, string>> = {
  [LEFT_OUT]: 'Leave out',
  pattern: 'Text in this format',
  text: 'Words',
  key: 'Repeating key',
  enumeration: 'One of a few values',
  sequence: 'Counter',
};

/** A reading of a field: `Whole number or null`. */
export const readingName = (name: string): string =>
  NAMES[name] ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** The last part of a type: `logNormal`. */
export const shortType = ({ spec }: Finding): string => spec.type.slice(spec.type.lastIndexOf('.') + 1);

/** What a person should look at. */
export function openText([first, ...more]: readonly string[]): string | undefined {
  if (first === undefined) return undefined;
  return more.length === 0
    ? `One field could be read in more than one way: ${first}.`
    : `${more.length + 1} fields could be read in more than one way: ${first}, ${more[0]}${more.length > 1 ? ' …' : '.'}`;
}

/** A share of rows: `8.5 %`. */
export const percent = (share: number): string => `${Number((share * 100).toPrecision(2))} %`;

/** What of a field is copied: `Nothing of 6 values`, `2 of 6 values`, `6 values`. */
export function copiedText({ copied, copyable }: Finding): string {
  const all = count(copyable.length, 'value', 'values');
  if (copied.length === copyable.length) return all;
  return `${copied.length === 0 ? 'Nothing' : copied.length} of ${all}`;
}

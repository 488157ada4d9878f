import { formatSchema, type JsonObject, type Range } from '@catbird/engine';

/** How a JSON text is laid out; what is added to it looks like the rest. */
export interface Layout {
  /** Between a key and its value. */
  readonly colon: string;
  /** Indentation of one level. */
  readonly unit: string;
  readonly newline: string;
  /** It has no blanks at all. */
  readonly isCompact: boolean;
}

/** The part of a text in a range. */
export const raw = (text: string, { offset, length }: Range): string => text.slice(offset, offset + length);

/** The offset after a range. */
export const endOf = ({ offset, length }: Range): number => offset + length;

/** The layout of a text, from its first member and its first indented line. */
export function layoutOf(text: string, root: JsonObject): Layout {
  const [first] = root.members;
  const between = first && text.slice(endOf(first.keyRange), first.value.offset);
  const colon = between !== undefined && /^[ \t]*:[ \t]*$/.test(between) ? between : ': ';
  const newline = /\r\n?|\n/.exec(text)?.[0] ?? '\n';
  const unit = /[\r\n]([ \t]+)"/.exec(text)?.[1] ?? '  ';
  return { colon, unit, newline, isCompact: colon === ':' && first?.keyRange.offset === root.offset + 1 };
}

/** The blanks at the beginning of the line of an offset. */
export function indentAt(text: string, offset: number): string {
  const start = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

/** Maximum line length, as of `formatSchema`. */
const WIDTH = 60;

/**
 * A member as text, laid out like the rest of the text.
 *
 * @param value JSON; its numbers stay as they are written
 * @param indent of the member's line; undefined: the member stays on one line
 */
export function memberText(key: string, value: string, layout: Layout, indent: string | undefined): string {
  const name = JSON.stringify(key);
  const formatted = formatSchema(`{${name}: ${value}}`, indent === undefined ? Infinity : WIDTH);
  const [first = '', ...rest] = formatted.split('\n').slice(1, -1);
  const start = first.trimStart().slice(name.length + 2);
  if (layout.isCompact) return `${name}:${withoutBlanks([start, ...rest].join(''))}`;
  const lines = rest.map((line) => {
    const content = line.trimStart();
    const levels = (line.length - content.length) / 2 - 1;
    return `${layout.newline}${indent ?? ''}${layout.unit.repeat(levels)}${content}`;
  });
  return `${name}${layout.colon}${start}${lines.join('')}`;
}

/** A value as text, laid out like the rest: as `memberText`, without the key. */
export const valueText = (value: string, layout: Layout, indent: string | undefined): string =>
  memberText('', value, layout, indent).slice(2 + layout.colon.length);

/** JSON without blanks between its parts. */
const withoutBlanks = (json: string): string =>
  json.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, (_, text: string | undefined) => text ?? '');

import { literal } from '../choice/choice.ts';
import { knownText } from '../choice/chosen-text.ts';
import { type Cell, type ColumnValues, needsOf, type Place } from '../engine/cell.ts';
import type { Column } from '../engine/column.ts';
import { jsonInner, jsonText } from '../engine/json-text.ts';
import { copy } from '../engine/texts.ts';
import { textWriter } from '../engine/write.ts';
import { NUMBER_BYTES, putNumber } from '../number/number-text.ts';
import { concat } from '../structure/object.ts';
import type { Transform } from '../text/transform.ts';

/** A part of a template: literal text, or another field's value with an optional transform. */
export type TextPart = string | { readonly column: Column; readonly transform?: Transform | undefined };

const QUOTE = 0x22;
/** The first letter of null. */
const NULL = 0x6e;
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Writes a text composed of literals and other fields' values. Strings lose their quotes; null and missing values are empty. */
export function textOf(parts: readonly TextPart[], place: Place): Cell {
  const inner = parts.map((part) => (typeof part === 'string' ? jsonInner(part) : part));
  return {
    ...concat([`${place.lead}"`, ...inner, '"'].map(partCell)),
    ...needsOf(...parts.flatMap((part) => (typeof part === 'string' ? [] : [part.column]))),
  };
}

/** @param part literals as JSON */
const partCell = (part: TextPart): Cell =>
  typeof part === 'string'
    ? literal(part)
    : part.transform === undefined
      ? valueCell(part.column)
      : transformedCell(part.column, part.transform);

function valueCell(column: Column): Cell {
  const { values } = column;
  if (values?.kind === 'entry') return entryCell(values);
  if (values?.kind === 'number' && values.decimals === undefined) return numberCell(values);
  const texts = column.texts();
  return {
    maxBytes: 16,
    // Quotes within an object or list are escaped to two bytes each.
    measure: () => texts.longest * 2,
    column(chunk) {
      const { bytes, view, at, rows, selection } = chunk;
      const { bytes: written, view: source, starts, ends } = texts;
      for (let r = 0; r < rows; r++) {
        const from = starts[selection[r]];
        const size = ends[selection[r]] - from;
        const kind = size === 0 ? 0 : written[from];
        if (kind === QUOTE) {
          copy(source, from + 1, view, at[r], size - 2);
          at[r] += size - 2;
        } else if (kind === 0x7b || kind === 0x5b) {
          const text = jsonInner(decoder.decode(written.subarray(from, from + size)));
          at[r] += encoder.encodeInto(text, bytes.subarray(at[r])).written;
        } else if (size > 0 && kind !== NULL) {
          copy(source, from, view, at[r], size);
          at[r] += size;
        }
      }
    },
  };
}

function entryCell({ table, numbers, of }: ColumnValues & { readonly kind: 'entry' }): Cell {
  const inner = (value: unknown): string =>
    value === null ? '' : jsonInner(typeof value === 'string' ? value : jsonText(value));
  const texts = table.map(inner);
  const known = knownText(texts, [{ numbers, unit: 1 }]);
  if (known !== undefined) return known;
  const { maxBytes, put } = textWriter(texts, '');
  return { maxBytes, column: (chunk) => put(chunk, of(chunk)) };
}

const numberCell = ({ numbers }: ColumnValues): Cell => ({
  maxBytes: NUMBER_BYTES,
  column({ bytes, view, at, rows, selection }) {
    for (let r = 0; r < rows; r++) {
      const number = numbers[selection[r]];
      if (number === number) at[r] = putNumber(bytes, view, at[r], number);
    }
  },
});

/** Transforms plain strings byte by byte. Other values are decoded, transformed and encoded. */
function transformedCell(column: Column, { plain, text: transformed }: Transform): Cell {
  const texts = column.texts();
  return {
    maxBytes: 16,
    measure: () => texts.longest * 6,
    column(chunk) {
      const { bytes, at, rows } = chunk;
      for (let r = 0; r < rows; r++) {
        const from = texts.start(chunk, r);
        const to = texts.end(chunk, r);
        if (from === to || texts.bytes[from] === NULL) continue;
        const isText = texts.bytes[from] === QUOTE ? 1 : 0;
        const end = plain(texts.bytes, from + isText, to - isText, bytes, at[r]);
        if (end >= 0) {
          at[r] = end;
          continue;
        }
        const value: unknown = JSON.parse(decoder.decode(texts.bytes.subarray(from, to)));
        const text = typeof value === 'string' ? value : JSON.stringify(value);
        at[r] += encoder.encodeInto(jsonInner(transformed(text)), bytes.subarray(at[r])).written;
      }
    },
  };
}

import { cellsOf, hasDecimalComma, SEPARATOR_LINE } from './cells.ts';
import type { Dialect } from './csv.ts';
import { parseJson } from './ndjson.ts';

/** How a sample is written. */
export type Format =
  { readonly kind: 'ndjson' } | { readonly kind: 'json' } | ({ readonly kind: 'csv' } & Dialect);

/** In the order of preference among equals. */
const SEPARATORS = [',', '\t', ';', '|'];

/** Lines that decide on the separator. */
const LINES = 20;

/** Tells the format by the beginning of a text. */
export function formatOf(start: string): Format {
  const text = start.trimStart();
  if (text.startsWith('[')) return { kind: 'json' };
  if (text.startsWith('{')) return { kind: isJsonLine(text) ? 'ndjson' : 'json' };
  const newline = text.includes('\n') || !text.includes('\r') ? '\n' : '\r';
  // The last line may be incomplete.
  const lines = text.split(newline, LINES + 1);
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  const named = SEPARATOR_LINE.exec(lines[0] ?? '')?.[1];
  const written = whole.filter((line) => line.trim() !== '');
  const separator = named ?? separatorOf(written);
  const hasDecimalCommas = separator !== ',' && areCommasDecimal(written, separator);
  return { kind: 'csv', separator, newline, ...(hasDecimalCommas ? { hasDecimalCommas } : {}) };
}

/** Whether more numbers have a decimal comma than a decimal point. */
function areCommasDecimal(lines: readonly string[], separator: string): boolean {
  const cells = lines.flatMap((line) => cellsOf(line.replace(/\r$/, ''), separator) ?? []);
  const commas = cells.filter(hasDecimalComma).length;
  return commas > cells.filter((cell) => /^-?\d+\.\d+$/.test(cell)).length;
}

/** Whether the first line is a value of its own, and not the first line of one that goes on. */
function isJsonLine(text: string): boolean {
  const end = text.indexOf('\n');
  return end >= 0 && parseJson(text.slice(0, end)) !== undefined;
}

/** The separator that splits most lines into the same number of cells, above one. */
function separatorOf(lines: readonly string[]): string {
  const scored = SEPARATORS.map((separator) => {
    const sizes = lines.map((line) => cellsOf(line, separator)?.length ?? 1);
    const first = sizes[0] ?? 1;
    const even = sizes.filter((size) => size === first).length / Math.max(1, sizes.length);
    return { separator, score: first > 1 ? even + Math.min(first, 100) / 10_000 : 0 };
  });
  const [best] = scored.sort((a, b) => b.score - a.score);
  return best === undefined || best.score < 0.5 ? ',' : best.separator;
}

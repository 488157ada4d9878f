import type { FileFormat } from '../../../worker/schema-protocol.ts';

/** Rows of a file at most. */
const MAX_ROWS = 100_000_000;

/** A number of rows as typed, with or without separators: 1,000 or 1 000. An error says what is wrong. */
export function readRows(text: string): { readonly rows: number } | { readonly error: string } {
  const digits = text.replaceAll(/[\s,_.’']/g, '');
  const rows = /^\d+$/.test(digits) ? Number(digits) : NaN;
  if (!(rows >= 1)) return { error: 'Rows must be a whole number, 1 or more.' };
  return rows <= MAX_ROWS
    ? { rows }
    : { error: `At most ${MAX_ROWS.toLocaleString('en-US')} rows fit in a download.` };
}

/** The name of a file of rows: `online-shop-42.ndjson`. */
export function fileName(template: string, seed: string, format: FileFormat): string {
  const part = (text: string): string =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 40);
  return `${[template, seed].map(part).filter(Boolean).join('-')}.${format}`;
}

import { parseCsv, type CsvParser } from './csv.ts';

/**
 * Reads a table: CSV with a header line, a JSON array, or JSON lines.
 *
 * @param name of the file: `.json`, `.ndjson` and `.jsonl` are JSON, everything else is CSV
 * @param parse of csv-parse
 * @throws Error that names the file, and the line if there is one
 */
export function parseTable(text: string, name: string, parse: CsvParser): readonly unknown[] {
  const plain = text.replace(/^\uFEFF/, '');
  if (/\.json$/i.test(name)) return parseArray(plain, name);
  if (/\.(ndjson|jsonl)$/i.test(name)) return parseLines(plain, name);
  return parseCsv(plain, name, parse);
}

function parseArray(text: string, name: string): readonly unknown[] {
  const value = parseJson(text, name);
  if (!Array.isArray(value)) throw new Error(`${name} must contain an array`);
  return value.map((row, i) => asRow(row, `${name}: row ${i + 1}`));
}

const parseLines = (text: string, name: string): readonly unknown[] =>
  text.split('\n').flatMap((line, i) => {
    const place = `${name}:${i + 1}`;
    return line.trim() === '' ? [] : [asRow(parseJson(line, place), place)];
  });

function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${place}: invalid JSON: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

function asRow(row: unknown, place: string): unknown {
  if (typeof row === 'object' && row !== null) return row;
  throw new Error(`${place}: expected an object or an array`);
}

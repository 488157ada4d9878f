/**
 * Reads a table: CSV (RFC 4180, with a line of names; also with semicolons or tabs), a JSON list, or JSON lines.
 * In a CSV column that holds nothing else, numbers, true and false are read as such, so `01234` stays a text; an empty field is null.
 *
 * @param name of the file: `.json`, `.ndjson` and `.jsonl` are JSON, all else is CSV
 * @throws Error with a sentence that names the file, and the line where there is one
 */
export function parseTable(text: string, name: string): readonly unknown[] {
  const plain = text.replace(/^\uFEFF/, '');
  if (/\.json$/i.test(name)) return jsonList(plain, name);
  if (/\.(ndjson|jsonl)$/i.test(name)) return jsonLines(plain, name);
  return csv(plain, name);
}

function jsonList(text: string, name: string): readonly unknown[] {
  const value = json(text, name);
  if (!Array.isArray(value)) throw new Error(`${name} holds no list`);
  return value.map((row, i) => asRow(row, `${name}: row ${i + 1}`));
}

const jsonLines = (text: string, name: string): readonly unknown[] =>
  text.split('\n').flatMap((line, i) => {
    const place = `${name}:${i + 1}`;
    return line.trim() === '' ? [] : [asRow(json(line, place), place)];
  });

function json(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${place} is no JSON: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

function asRow(row: unknown, place: string): unknown {
  if (typeof row === 'object' && row !== null) return row;
  throw new Error(`${place} is neither an object nor a list`);
}

interface Line {
  readonly fields: readonly string[];
  readonly number: number;
}

function csv(text: string, name: string): readonly unknown[] {
  const lines = csvLines(text, separatorOf(text), name);
  const [head, ...rest] = lines;
  if (head === undefined) throw new Error(`${name} is empty`);
  const twice = head.fields.find((field, i) => head.fields.indexOf(field) !== i);
  if (twice !== undefined) throw new Error(`${name} has two columns that are called ${twice}`);
  for (const { fields, number } of rest) {
    if (fields.length !== head.fields.length)
      throw new Error(
        `${name}:${number} has ${fields.length} fields, and the first line ${head.fields.length}`,
      );
  }
  const columns = head.fields.map((_, column) => typed(rest.map(({ fields }) => fields[column] ?? '')));
  return rest.map((_, row) =>
    Object.fromEntries(head.fields.map((field, column) => [field, columns[column]?.[row] ?? null])),
  );
}

/** The one that the first line has most of. */
function separatorOf(text: string): string {
  const [first = ''] = text.replaceAll(/"[^"]*"/g, '').split('\n', 1);
  const count = (separator: string): number => first.split(separator).length;
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}

/** A field, in quotation marks or not, and what ends it. */
const fieldPattern = (separator: string): RegExp =>
  new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n][^${separator}\\r\\n]*|))(${separator}|\\r?\\n|$)`,
    'y',
  );

function csvLines(text: string, separator: string, name: string): readonly Line[] {
  const pattern = fieldPattern(separator);
  const lines: Line[] = [];
  let fields: string[] = [];
  let number = 1;
  let start = 1;
  while (pattern.lastIndex < text.length || fields.length > 0) {
    const found = pattern.exec(text);
    if (found === null) throw new Error(`${name}:${number} has a quotation mark out of place`);
    const [all, quoted, bare = '', end] = found;
    fields.push(quoted?.replaceAll('""', '"') ?? bare);
    number += all.split('\n').length - 1;
    if (end === separator) continue;
    // An empty line is no row.
    if (fields.length > 1 || fields[0] !== '' || quoted !== undefined) lines.push({ fields, number: start });
    fields = [];
    start = number;
  }
  return lines;
}

const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/;

/** A column's values, as numbers or booleans where all of them are. */
function typed(texts: readonly string[]): readonly unknown[] {
  const given = texts.filter((text) => text !== '');
  const read = given.every((text) => NUMBER.test(text))
    ? Number
    : given.every((text) => text === 'true' || text === 'false')
      ? (text: string): boolean => text === 'true'
      : String;
  return texts.map((text) => (text === '' ? null : read(text)));
}

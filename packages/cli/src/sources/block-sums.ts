import type { BlockRule, DigestColumn } from '@catbird/verify';
import type { DatabaseKind } from '../systems/address.ts';
import { QUOTED } from '../systems/database-tables.ts';

/** How a database adds up values of rows. */
interface Dialect {
  /** A number, exactly. @param type of the column, where it matters */
  readonly number: (column: string, type: string | undefined) => string;
  /** Milliseconds since 1970. */
  readonly time: (column: string, type: string | undefined) => string;
  /** Characters. */
  readonly length: (column: string) => string;
  /** A number less another, divided without a rest. */
  readonly block: (value: string, from: number, size: number) => string;
  readonly text: (sum: string) => string;
  /** The name of the type of a column. Undefined: it does not matter. */
  readonly type?: (column: string) => string;
}

/** The databases, as they sum up blocks of rows. */
const DIALECTS: Readonly<Record<DatabaseKind, Dialect>> = {
  postgres: {
    number: (column) => `${column}::numeric`,
    time: (column) => `floor(extract(epoch from ${column}::timestamptz)::numeric * 1000)`,
    length: (column) => `char_length(${column}::text)`,
    block: (value, from, size) => `div(${value} - (${from}), ${size})`,
    text: (sum) => `${sum}::text`,
  },
  mysql: {
    number: (column) => `CAST(${column} AS DECIMAL(65, 9))`,
    time: (column) => `TIMESTAMPDIFF(MICROSECOND, '1970-01-01', ${column}) DIV 1000`,
    length: (column) => `CHAR_LENGTH(${column})`,
    block: (value, from, size) => `(${value} - (${from})) DIV ${size}`,
    text: (sum) => `CAST(${sum} AS CHAR)`,
  },
  clickhouse: {
    // Of a text, as a decimal made of a double is cut.
    number: (column, type = '') =>
      `toDecimal128(toString(${type.includes('Float') ? `round(${column}, 9)` : column}), 9)`,
    time: (column, type = '') =>
      type.includes('DateTime64')
        ? `toUnixTimestamp64Milli(${column})`
        : type.includes('Date')
          ? `toInt64(toUnixTimestamp(toDateTime(${column}))) * 1000`
          : `toInt64(toUnixTimestamp(parseDateTimeBestEffort(${column}))) * 1000 + toInt64(substring(${column}, 21, 3))`,
    length: (column) => `lengthUTF8(${column})`,
    block: (value, from, size) => `intDiv(toInt64(${value}) - (${from}), ${size})`,
    text: (sum) => `toString(${sum})`,
    type: (column) => `toTypeName(${column})`,
  },
};

/** Columns by their names at the place, with their types where they matter. */
export interface DigestPlan {
  readonly rule: BlockRule;
  readonly columns: readonly DigestColumn[];
  readonly types: Readonly<Record<string, string>>;
}

/** A statement that reads the types of some columns. Undefined: they do not matter. */
export function typesStatement(
  name: DatabaseKind,
  columns: readonly string[],
): ((rows: string) => string) | undefined {
  const { type } = DIALECTS[name];
  const quoted = QUOTED[name];
  if (type === undefined || columns.length === 0) return undefined;
  const list = columns.map((column) => `${type(quoted(column))} AS ${quoted(column)}`);
  return (rows) => `SELECT ${list.join(', ')} FROM (\n${rows}\n) catbird_row LIMIT 1`;
}

/** A statement that sums up blocks: `block`, `n`, and `p0`, `s0` of the first column. */
export function sumsStatement(name: DatabaseKind, plan: DigestPlan): (rows: string) => string {
  const dialect = DIALECTS[name];
  const sums = plan.columns.flatMap(({ name: column, kind }, i) => {
    const quoted = QUOTED[name](column);
    const value = {
      number: dialect.number,
      time: dialect.time,
      text: dialect.length,
      any: undefined,
    }[kind];
    return [
      `count(${quoted}) AS p${i}`,
      ...(value ? [`${dialect.text(`sum(${value(quoted, plan.types[column])})`)} AS s${i}`] : []),
    ];
  });
  const block = blockIn(name, plan);
  return (rows) =>
    `SELECT ${[`${block} AS block`, 'count(*) AS n', ...sums].join(', ')} FROM (\n${rows}\n) catbird_row GROUP BY ${block}`;
}

/** A statement that reads the rows of some blocks. */
export function blocksStatement(
  name: DatabaseKind,
  plan: DigestPlan,
  blocks: readonly number[],
): (rows: string) => string {
  const block = blockIn(name, plan);
  return (rows) => `SELECT * FROM (\n${rows}\n) catbird_row WHERE ${block} IN (${blocks.join(', ')})`;
}

function blockIn(name: DatabaseKind, { rule, types }: DigestPlan): string {
  const { number, time, block } = DIALECTS[name];
  const column = QUOTED[name](rule.column);
  const value = (rule.kind === 'time' ? time : number)(column, types[rule.column]);
  return block(value, rule.from, rule.size);
}

/** What the `check.ts` of each folder exports. Its tables are the files of the config: `cdc_events` for `cdc-events.ndjson`. */
export interface Checker {
  /**
   * The property, as sentences, each with a query of DuckDB that finds what violates it. Beside its fields, each row has its number `n`, from
   * 1, and `json`, its text.
   */
  readonly check: Readonly<Record<string, string>>;
  /** Ways to break the property, as statements that change the tables. One of the queries finds each of them. */
  readonly mutants: Readonly<Record<string, string>>;
  /** Views, tables and macros that the queries use, made anew from the tables. */
  readonly setup?: string;
  /** Settings of the run whose rows are checked, as `--set` takes them: an end, for a config that has none. */
  readonly sets?: readonly string[];
}

/** Finds rows that are before the row above them. */
export const disorder = (table: string, time: string): string =>
  `FROM ${table} QUALIFY ${time} < lag(${time}) OVER (ORDER BY n)`;

/** Finds keys that a table has more than once. */
export const repeated = (table: string, key: string): string =>
  `SELECT ${key} FROM ${table} GROUP BY ALL HAVING count(*) > 1`;

/** Finds that a number is further from another than it may be. */
export const apart = (number: string, expected: number, tolerance: number): string =>
  `SELECT ${number} AS found WHERE (abs(found - ${expected}) <= ${tolerance}) IS NOT TRUE`;

/** The value of a column in the last row of a table. */
export const last = (table: string, column: string): string => `(SELECT arg_max(${column}, n) FROM ${table})`;

/** Whether a row is the first that meets a condition. */
export const first = (table: string, condition: string): string =>
  `n = (SELECT min(n) FROM ${table} WHERE ${condition})`;

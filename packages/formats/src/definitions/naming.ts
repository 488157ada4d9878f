import type { Kind, Member } from '@catbird/engine';

/** How a database names tables, columns and members of objects. */
interface Naming {
  /** Its name for people. */
  readonly title: string;
  /** A name as it stands in a statement. */
  readonly quoted: (name: string) => string;
  /** What names must not be, besides empty, as the end of a sentence; undefined: it may be this one. */
  readonly fault: (name: string) => string | undefined;
  /** ASCII letters may be of any case: `a` and `A` are the same name. Default: they differ. */
  readonly isCaseless?: true;
  /** Most columns of a table. Default: no limit. */
  readonly mostColumns?: number;
  /** Objects are columns with members, whose names are in the statement. Default: they are JSON. */
  readonly hasMembers?: true;
}

const doubled =
  (mark: string) =>
  (name: string): string =>
    mark + name.replaceAll(mark, mark + mark) + mark;

/** For databases that read a backslash as the beginning of an escape. */
const escaped = (name: string): string => `\`${name.replaceAll(/[\\`]/g, String.raw`\$&`)}\``;

const atMost =
  (most: number) =>
  (name: string): string | undefined =>
    Array.from(name).length > most ? `have at most ${most} characters` : undefined;

const encoder = new TextEncoder();

/** How databases name things. */
export const NAMINGS = {
  // https://www.postgresql.org/docs/current/limits.html
  postgres: {
    title: 'Postgres',
    quoted: doubled('"'),
    fault: (name) => (encoder.encode(name).length > 63 ? 'have at most 63 bytes' : undefined),
    mostColumns: 1600,
  },
  // https://dev.mysql.com/doc/refman/8.4/en/identifiers.html, https://dev.mysql.com/doc/refman/8.4/en/innodb-limits.html
  mysql: {
    title: 'MySQL',
    quoted: doubled('`'),
    fault: (name) => {
      if (/[^\0-\uffff]/u.test(name)) return 'have no emoji and no other characters above U+FFFF';
      return name.endsWith(' ') ? 'do not end with a space' : atMost(64)(name);
    },
    isCaseless: true,
    mostColumns: 1017,
  },
  duckdb: {
    title: 'DuckDB',
    quoted: doubled('"'),
    fault: () => undefined,
    isCaseless: true,
    hasMembers: true,
  },
  // https://docs.snowflake.com/en/sql-reference/identifiers-syntax
  snowflake: { title: 'Snowflake', quoted: doubled('"'), fault: atMost(255) },
  // https://cloud.google.com/bigquery/docs/schemas#column_names
  bigquery: {
    title: 'BigQuery',
    quoted: escaped,
    fault: (name) =>
      /[!"$()*,./;?@[\\\]^`{}~\p{Cc}]/u.test(name)
        ? 'have none of ! " $ ( ) * , . / ; ? @ [ \\ ] ^ ` { } ~ and no control characters'
        : atMost(300)(name),
    isCaseless: true,
    mostColumns: 10_000,
    hasMembers: true,
  },
  // https://clickhouse.com/docs/sql-reference/syntax#identifiers
  clickhouse: { title: 'ClickHouse', quoted: escaped, fault: () => undefined, hasMembers: true },
} as const satisfies Readonly<Record<string, Naming>>;

/** What in the names of tables a database does not take, a sentence for each. */
export const nameProblems = (naming: Naming, tables: readonly Table[]): readonly string[] =>
  tables.flatMap(({ name, members }) => {
    const { title, mostColumns = Infinity } = naming;
    const fault = faultOf(name, naming);
    return [
      ...(fault === undefined ? [] : [`Names of tables in ${title} ${fault}. Choose another name`]),
      ...(members.length > mostColumns
        ? [
            `A table in ${title} has at most ${mostColumns.toLocaleString('en')} columns, and this one ${members.length.toLocaleString('en')}`,
          ]
        : []),
      ...memberProblems(naming, members, []),
    ];
  });

const faultOf = (name: string, { fault }: Naming): string | undefined => {
  if (name === '') return 'are not empty';
  return name.includes('\0') ? 'have no NUL' : fault(name);
};

function memberProblems(
  naming: Naming,
  members: readonly Member[],
  path: readonly string[],
): readonly string[] {
  const seen = new Map<string, string>();
  return members.flatMap(({ name, kind }) => {
    const at = [...path, name];
    const problem = (text: string): readonly string[] => [`${shown(at)}: ${text}. Rename the field`];
    const fault = faultOf(name, naming);
    if (fault !== undefined) return problem(`names in ${naming.title} ${fault}`);
    const same =
      naming.isCaseless === true ? name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) : name;
    const other = seen.get(same);
    if (other !== undefined) return problem(`${naming.title} takes it for ${other}`);
    seen.set(same, name);
    return naming.hasMembers === true ? memberProblems(naming, membersIn(kind), at) : [];
  });
}

/** Characters of a path that a problem shows. */
const SHOWN = 80;

/** A path for people. */
function shown(path: readonly string[]): string {
  const whole = path.join('.');
  const text = whole.length > SHOWN ? `${whole.slice(0, SHOWN)}…` : whole;
  return /\p{Cc}|^\s*$/u.test(text) ? JSON.stringify(text) : text;
}

/** The members of objects in lists and maps, too. */
const membersIn = (kind: Kind): readonly Member[] => {
  if (kind.is === 'object') return kind.members;
  return kind.is === 'list' || kind.is === 'map' ? membersIn(kind.of) : [];
};

/** What is known of the rows of a stream before the first one. */
export interface Table {
  /** `orders` */
  readonly name: string;
  /** The schema or database that it is in. Absent: the one that is used by default. */
  readonly within?: string;
  readonly members: readonly Member[];
  /** The field that differs in all rows. Absent: there is none. */
  readonly key?: string;
  /** Columns whose values tell the versions of a row, for databases that keep the last one: its number, and 1 if it is deleted. Absent: each row is one. */
  readonly versions?: readonly [number: string, isDeleted: string];
  /** Fields whose values are keys of other tables. */
  readonly references: readonly Reference[];
}

/** A field whose values are keys of another table. */
interface Reference {
  readonly field: string;
  readonly table: string;
  /** The schema or database that the other table is in. Absent: the one that is used by default. */
  readonly within?: string;
  readonly key: string;
}

/** The tables, those that others refer to first. References to tables that do not come before are left out. */
export function inOrder(tables: readonly Table[]): readonly Table[] {
  const done: Table[] = [];
  const visit = (table: Table, around: readonly Table[]): void => {
    if (done.includes(table) || around.includes(table)) return;
    for (const { table: other } of table.references) {
      const found = tables.find(({ name }) => name === other);
      if (found !== undefined) visit(found, [...around, table]);
    }
    done.push(table);
  };
  for (const table of tables) visit(table, []);
  return done.map((table, i) => ({
    ...table,
    references: table.references.filter((each) => done.slice(0, i).some(({ name }) => name === each.table)),
  }));
}

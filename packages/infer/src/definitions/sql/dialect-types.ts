import type { Dialect } from './dialect.ts';
import { BITS, withoutLength, type ColumnType } from './types.ts';

/** A type whose texts have a form with brackets: some of them. */
const someOf = (...values: readonly string[]): ColumnType => ({ kind: 'text', values });

/** Ranges, and their lists. */
const rangesOf = (name: string, ...pairs: readonly (readonly [string, string])[]): [string, ColumnType][] => {
  const ranges = pairs.map(([from, to]) => `["${from}","${to}")`);
  return [
    [`${name}RANGE`, someOf(...ranges)],
    [`${name}MULTIRANGE`, someOf(...ranges.map((each) => `{${each}}`))],
  ];
};

const NUMBERS = [
  ['1', '10'],
  ['5', '50'],
  ['20', '80'],
  ['100', '1000'],
] as const;
const DAYS = [
  ['2025-01-01', '2025-04-01'],
  ['2025-03-15', '2025-03-29'],
  ['2025-06-01', '2026-06-01'],
] as const;

const BOXES = ['((1,1),(5,5))', '((2,1),(8,9))', '((3,4),(7,6))'];

/** Types that only Postgres has. */
const RANGES = [
  ...['INT4', 'INT8', 'NUM'].flatMap((name) => rangesOf(name, ...NUMBERS)),
  ...['DATE', 'TS', 'TSTZ'].flatMap((name) => rangesOf(name, ...DAYS)),
];

/** Types whose names mean something else in other dialects. */
const POSTGRES: readonly (readonly [string, ColumnType])[] = [
  [BITS, { kind: 'text' }],
  ['POINT', someOf('(10,20)', '(35,15)', '(50,40)')],
  ['LINE', someOf('{1,2,3}', '{2,1,4}', '{3,5,1}')],
  ['CIRCLE', someOf('<(1,1),5>', '<(3,2),2>', '<(8,5),9>')],
  ...['LSEG', 'BOX', 'PATH', 'POLYGON'].map((name): [string, ColumnType] => [name, someOf(...BOXES)]),
];

/** A whole number in MySQL and MariaDB. */
const MYSQL: readonly (readonly [string, ColumnType])[] = [[BITS, { kind: 'whole number' }]];

/** Without a length, texts have one character. */
const SQL_SERVER = ['VARCHAR', 'NVARCHAR', 'VARBINARY'].map((name): [string, ColumnType] => [
  withoutLength(name),
  { kind: name.endsWith('BINARY') ? 'bytes' : 'text', maxLength: 1 },
]);

/** Types of a dialect, whose names mean something else in others. */
export function typesOf({ isPostgres, isSqlServer, hasBackslashes }: Dialect): Map<string, ColumnType> {
  const own = isPostgres ? POSTGRES : isSqlServer ? SQL_SERVER : hasBackslashes ? MYSQL : [];
  return new Map([...RANGES, ...own]);
}

import { invalid, type Result, type Member } from '@catbird/engine';
import { clickHouseType, mayLack } from './ddl.ts';
import type { Table } from './naming.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly path: string;
}

/** A Tinybird data source. Objects become a column for each member. Problems: columns that would have the same name, or none. */
export function tinybird({ key, members }: Table): Result<{ readonly text: string }> {
  const columns = columnsOf(members, '', '$', false);
  const problems = columnProblems(columns);
  if (problems.length > 0) return invalid(...problems);
  const lines = columns.map(({ name, type, path }) => `    \`${name}\` ${type} \`json:${path}\``);
  const time = members.find((member) => member.kind.is === 'instant' && !mayLack(member))?.name;
  const sorted = key ?? time;
  const text = [
    'SCHEMA >',
    lines.join(',\n'),
    '',
    'ENGINE "MergeTree"',
    `ENGINE_SORTING_KEY "${sorted === undefined ? 'tuple()' : columnName(sorted)}"`,
    '',
  ].join('\n');
  return { ok: true, text };
}

function columnProblems(columns: readonly Column[]): readonly string[] {
  const seen = new Map<string, string>();
  return columns.flatMap(({ name, path }) => {
    const field = path.slice('$.'.length);
    const other = seen.get(name);
    seen.set(name, field);
    if (name === '' || /[`\p{Cc}]/u.test(field))
      return [`${JSON.stringify(field)}: Tinybird has no column of this name. Rename the field`];
    return other === undefined ? [] : [`${field}: ${other} has the same column, ${name}. Rename one of them`];
  });
}

const columnName = (path: string): string => path.replaceAll(/\W/g, '_');

const columnsOf = (
  members: readonly Member[],
  before: string,
  path: string,
  mayBeMissing: boolean,
): readonly Column[] =>
  members.flatMap((member) => {
    const { name, kind } = member;
    const full = before + name;
    const place = `${path}.${name}`;
    const lacks = mayBeMissing || mayLack(member);
    if (kind.is === 'object') return columnsOf(kind.members, `${full}_`, place, lacks);
    if (kind.is === 'list' && isPlain(kind.of.is))
      return [{ name: columnName(full), type: clickHouseType(kind), path: `${place}[:]` }];
    const text = { is: 'text' } as const;
    const own = isPlain(kind.is) ? kind : text;
    const type = clickHouseType(lacks ? { ...own, nullable: true } : own);
    return [{ name: columnName(full), type, path: place }];
  });

const isPlain = (is: Member['kind']['is']): boolean =>
  is !== 'list' && is !== 'map' && is !== 'object' && is !== 'union' && is !== 'any';

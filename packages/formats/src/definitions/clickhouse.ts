import type { Kind } from '@catbird/engine';
import { NAMINGS } from './names.ts';

const PLAIN: Partial<Readonly<Record<Kind['is'], string>>> = {
  uuid: 'UUID',
  instant: "DateTime64(3, 'UTC')",
  date: 'Date32',
  boolean: 'Bool',
  number: 'Float64',
};

/** The smallest type of whole numbers of a range. */
function wholeType({ min = -Infinity, max = Infinity, beyond }: Kind & { readonly is: 'integer' }): string {
  if (beyond === 'long') return 'String';
  for (const bits of [8, 16, 32])
    if (min >= 0 && max < 2 ** bits) return `UInt${bits}`;
    else if (min >= -(2 ** (bits - 1)) && max < 2 ** (bits - 1)) return `Int${bits}`;
  return min >= 0 ? 'UInt64' : 'Int64';
}

/** A type of ClickHouse. Lists, objects and maps are never null; unions and values of any type are JSON in a text. */
export function clickHouseType(kind: Kind): string {
  if (kind.is === 'list') return `Array(${clickHouseType(kind.of)})`;
  if (kind.is === 'map') return `Map(String, ${clickHouseType(kind.of)})`;
  if (kind.is === 'object' && kind.members.length > 0) {
    const members = kind.members.map(
      ({ name, kind: own, optional }) =>
        `${NAMINGS.clickhouse.quoted(name)} ${clickHouseType(optional === true ? { ...own, nullable: true } : own)}`,
    );
    return `Tuple(${members.join(', ')})`;
  }
  const isNullable = kind.nullable === true || kind.is === 'null';
  if (kind.is === 'text' && kind.values !== undefined)
    return `LowCardinality(${isNullable ? 'Nullable(String)' : 'String'})`;
  const plain = kind.is === 'integer' ? wholeType(kind) : (PLAIN[kind.is] ?? 'String');
  return isNullable ? `Nullable(${plain})` : plain;
}

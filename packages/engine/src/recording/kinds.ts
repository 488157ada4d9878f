import { isObject } from '../model/json.ts';
import { hasMembers, type Kind, kindOfValue, type Member, unite } from '../model/kind.ts';
import type { Recording } from '../model/recording.ts';
import type { Field, Schema } from '../model/schema.ts';
import { usualMs } from './stamp.ts';

/** The schema of recorded rows. @param members what a scan found */
export const recordedSchema = (members: readonly Member[], recording: Recording): Schema => ({
  fields: members.map(fieldOf),
  recording,
});

/** The share of rows without a member is not counted: only whether there are any. */
const SOME = 0.5;

function fieldOf({ name, kind, optional }: Member): Field {
  return {
    name,
    type: 'recorded',
    args: [],
    ...(optional === true && { missing: SOME }),
    ...(isObjectKind(kind) ? { fields: kind.members.map(fieldOf) } : { recorded: kind }),
  };
}

/** An object in every row that has it. One that may be null, or another value, is a single field. */
const isObjectKind = (kind: Kind): kind is Kind & { readonly is: 'object' } =>
  kind.is === 'object' && kind.nullable !== true && kind.members.length > 0;

/** The schema with the members of rows in the order of the fields, as formats with columns need it. */
export const inFieldOrder = (schema: Schema): Schema =>
  schema.recording === undefined
    ? schema
    : { ...schema, recording: { ...schema.recording, isOrdered: true } };

/** What the members of rows can be, as more of them are seen. */
export interface KindsSeen {
  add(row: Readonly<Record<string, unknown>>): void;
  readonly members: readonly Member[];
}

/** An object in a row with more names than this is one with any names. */
const MOST_MEMBERS = 1000;
const [LEAST_INT32, MOST_INT32] = [-(2 ** 31), 2 ** 31 - 1] as const;

/** Kinds that grow seldom: numbers and texts have wide bounds. */
export function newKindsSeen(): KindsSeen {
  let members: readonly Member[] | undefined;
  return {
    add(row) {
      if (members !== undefined && fitMembers(row, members)) return;
      const own = broad(kindOfValue(row));
      const all = members === undefined ? own : bounded(unite([{ is: 'object', members }, own]));
      if (all.is === 'object') ({ members } = all);
    },
    get members() {
      return members ?? [];
    },
  };
}

/** Whether a value is of a kind: what is quick to tell, and else `hasMembers`. */
function fits(value: unknown, kind: Kind): boolean {
  if (value === null) return kind.nullable === true;
  if (kind.is === 'text') return typeof value === 'string';
  if (kind.is === 'number') return typeof value === 'number';
  if (kind.is === 'boolean') return typeof value === 'boolean';
  if (kind.is === 'object') return isObject(value) && fitMembers(value, kind.members);
  if (kind.is === 'instant' && typeof value === 'string' && usualMs(value) !== undefined) return true;
  return hasMembers({ value }, [{ name: 'value', kind }]);
}

function fitMembers(row: Readonly<Record<string, unknown>>, members: readonly Member[]): boolean {
  let known = 0;
  for (const { name, kind, optional } of members) {
    const value = Object.hasOwn(row, name) ? row[name] : undefined;
    if (value === undefined) {
      if (optional !== true) return false;
    } else if (fits(value, kind)) known++;
    else return false;
  }
  let all = 0;
  for (const _ in row) all++;
  return all === known;
}

function broad(kind: Kind): Kind {
  if (kind.is === 'text') return { is: 'text', ...(kind.nullable === true && { nullable: true }) };
  if (kind.is !== 'integer' || kind.beyond !== undefined) return within(kind, broad);
  const { min = -Infinity, max = Infinity } = kind;
  return min >= LEAST_INT32 && max <= MOST_INT32
    ? { ...kind, min: LEAST_INT32, max: MOST_INT32 }
    : { ...kind, min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };
}

/** Objects with too many names, and those beside an object with any names, become one with any names. The row itself stays. */
function bounded(kind: Kind, isRow = true): Kind {
  const inner = within(kind, (each) => bounded(each, false));
  const parts = inner.is === 'union' ? inner.of : [inner];
  const isMap = parts.some(
    (each) => each.is === 'map' || (each.is === 'object' && each.members.length > MOST_MEMBERS),
  );
  if (isRow || !isMap) return inner;
  const values = parts.flatMap((each) =>
    each.is === 'map' ? [each.of] : each.is === 'object' ? each.members.map((member) => member.kind) : [],
  );
  const others = parts.filter((each) => each.is !== 'map' && each.is !== 'object');
  const united = unite([{ is: 'map', of: unite(values) }, ...others]);
  return inner.nullable === true ? { ...united, nullable: true } : united;
}

/** The kind with what is in it changed. */
function within(kind: Kind, change: (kind: Kind) => Kind): Kind {
  if (kind.is === 'object')
    return { ...kind, members: kind.members.map((each) => ({ ...each, kind: change(each.kind) })) };
  if (kind.is === 'list' || kind.is === 'map') return { ...kind, of: change(kind.of) };
  return kind.is === 'union' ? { ...kind, of: kind.of.map(change) } : kind;
}

import { membersOf } from '../generators/analysis/order.ts';
import type { Field } from '../model/schema.ts';
import { nameHint } from '../model/suggestion.ts';

type FaultOf = (value: unknown) => string | undefined;

/** A fault that only arrays do not have. */
export const arrayFault =
  (count: Field['count'], faultOf: FaultOf): FaultOf =>
  (value) =>
    faultOf(value) ??
    (count === undefined || count === 1 ? 'distinct and sort are only for arrays' : undefined);

const isName = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Why a value is no `distinct`. */
export const distinctFault: FaultOf = (value) =>
  typeof value === 'boolean' || isName(value) ? undefined : 'distinct must be true, or the name of a member';

/** Why a value is no `sort`. */
export function sortFault(value: unknown): string | undefined {
  const fault = 'sort must be true, the name of a member, or {"by", "order"}';
  if (typeof value === 'boolean' || isName(value)) return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fault;
  const { by, order, ...others } = { by: undefined, order: undefined, ...value };
  const isOrder = order === undefined || order === 'ascending' || order === 'descending';
  return (by === undefined || isName(by)) && isOrder && Object.keys(others).length === 0 ? undefined : fault;
}

/** The order that a valid `sort` stands for; undefined for none. */
export function sortOf(value: unknown): Field['sort'] {
  if (typeof value === 'string') return { by: value };
  if (typeof value !== 'object' || value === null) return value === true ? {} : undefined;
  return value;
}

/** What is wrong with a member that `distinct` or `sort` names, and what to write instead. */
interface MemberFault {
  readonly key: 'distinct' | 'sort';
  readonly fault: string;
  readonly hint: string;
}

/** Why the elements of a list cannot differ in a member, or be sorted by one; undefined if they can, or if their members are not known. */
export function memberFault(field: Field): MemberFault | undefined {
  const { distinct, sort } = field;
  const of = (key: MemberFault['key'], name: unknown): MemberFault | undefined => {
    const found = typeof name === 'string' ? faultOfMember(field, name) : undefined;
    return found && { key, ...found };
  };
  return of('distinct', distinct) ?? of('sort', sort?.by);
}

function faultOfMember({ type, args, fields }: Field, name: string): Omit<MemberFault, 'key'> | undefined {
  const members = fields?.map((member) => member.name) ?? membersOf({ name, type, args });
  const isHidden = fields?.some((member) => member.name === name && member.hidden === true) === true;
  if (members?.includes(name) === true)
    return isHidden
      ? {
          fault: `Its member ${name} is hidden, and only what is sent is compared`,
          hint: 'Use a member that is sent',
        }
      : undefined;
  const order = /^(asc|desc)(ending)?$/i.exec(name)?.[1]?.toLowerCase();
  if (order !== undefined)
    return { fault: `${name} is not a member`, hint: `Write "sort": {"order": "${order}ending"}` };
  return members && { fault: `It has no member ${name}`, hint: nameHint(name, members, 'Members', Infinity) };
}

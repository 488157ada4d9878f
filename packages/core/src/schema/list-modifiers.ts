import type { Field } from '../model/schema.ts';

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

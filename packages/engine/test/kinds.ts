import { hasMembers, type Member } from '../src/model/kind.ts';

/** The fields of a row that are not of their kinds, with their values. */
export function misfits(row: unknown, members: readonly Member[]): readonly unknown[] {
  const values = row as Readonly<Record<string, unknown>>;
  const wrong = members
    .filter(
      (member) =>
        !hasMembers(Object.hasOwn(values, member.name) ? { [member.name]: values[member.name] } : {}, [
          member,
        ]),
    )
    .map((member) => [member, values[member.name]]);
  const unknown = Object.keys(values).filter((name) => !members.some((member) => member.name === name));
  return [...wrong, ...unknown];
}

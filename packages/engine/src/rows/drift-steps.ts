import { kindOfValue, type Kind, type Member } from '../model/kind.ts';
import { nameHint } from '../model/suggestion.ts';
import type { DriftEntry } from './drift-settings.ts';
import { dated, replaced, retyped, scaled, type ValueChange } from './drift-values.ts';
import { memberAt, withMember, withoutMember, type JsonPath } from './json-members.ts';

/** One change of one field, as its setting gives it. */
export interface DriftStep {
  /** As in the fault log: `rename user_id`. */
  readonly label: string;
  /** Where it stands in its entry. */
  readonly at: readonly PropertyKey[];
  /** The field; dots may reach into objects. */
  readonly name: string;
  /** It makes a field, so that only the object around it has to exist. */
  readonly isNew?: true;
  /** The members of the object around the field after the step; or the end of a sentence that says why it is impossible. */
  readonly members: (
    members: readonly Member[],
    name: string,
  ) => readonly Member[] | { readonly problem: string };
  /** A line of JSON after the step, without its newline; the same if it does not apply. @param pick from 0 to 1 */
  readonly apply: (text: string, path: JsonPath, pick: number) => string;
}

type Made = Pick<DriftStep, 'members' | 'apply' | 'isNew'>;

/** The steps of an entry, in the order in which they are applied. */
export const stepsOf = ({
  scale,
  dates,
  values,
  retype,
  remove,
  add,
  rename,
}: DriftEntry): readonly DriftStep[] => [
  ...each('scale', scale, (factor) => changing(scaled(factor))),
  ...each('dates', dates, (format) => changing(dated(format))),
  ...each('values', values, (list) => changing(replaced(list))),
  ...each('retype', retype, (type) => changing(retyped(type))),
  ...(remove ?? []).map((name, i) => ({ label: `remove ${name}`, at: ['remove', i], name, ...removing })),
  ...each('add', add, (value) => adding(value)),
  ...each('rename', rename, (to) => renaming(to)),
];

const each = <Value>(
  change: string,
  setting: Readonly<Record<string, Value>> | undefined,
  make: (value: Value) => Made,
): DriftStep[] =>
  Object.entries(setting ?? {}).map(([name, value]) => ({
    label: `${change} ${name}`,
    at: [change, name],
    name,
    ...make(value),
  }));

const withKind = (
  members: readonly Member[],
  name: string,
  kindAfter: (kind: Kind) => Kind,
): readonly Member[] =>
  members.map((member) => (member.name === name ? { ...member, kind: kindAfter(member.kind) } : member));

/** Changes the value of a field. */
const changing = ({ change, problem, kind }: ValueChange): Made => ({
  members(members, name) {
    const found = members.find((member) => member.name === name);
    const text = found && problem(found.kind);
    return text === undefined ? withKind(members, name, kind) : { problem: text };
  },
  apply(text, path, pick) {
    const member = memberAt(text, path);
    if (member === undefined) return text;
    const value: unknown = JSON.parse(text.slice(member.start, member.end));
    const after = change(value, pick);
    return Object.is(after, value)
      ? text
      : text.slice(0, member.start) + JSON.stringify(after) + text.slice(member.end);
  },
});

const removing: Made = {
  members: (members, name) => members.filter((member) => member.name !== name),
  apply(text, path) {
    const member = memberAt(text, path);
    return member === undefined ? text : withoutMember(text, member);
  },
};

const adding = (value: unknown): Made => ({
  isNew: true,
  members: (members, name) =>
    members.some((member) => member.name === name)
      ? { problem: 'exists already' }
      : [...members, { name, kind: kindOfValue(value) }],
  apply(text, path) {
    const parent = path.slice(0, -1);
    const from = parent.length === 0 ? 0 : memberAt(text, parent)?.start;
    const name = path.at(-1) ?? '';
    if (from === undefined || text[from] !== '{' || memberAt(text, path) !== undefined) return text;
    return withMember(text, from, name, JSON.stringify(value));
  },
});

const renaming = (to: string, name = JSON.stringify(to)): Made => ({
  members: (members, name) =>
    members.some((member) => member.name === to)
      ? { problem: `cannot become ${to}, which exists already` }
      : members.map((member) => (member.name === name ? { ...member, name: to } : member)),
  apply(text, path) {
    const member = memberAt(text, path);
    return member === undefined ? text : text.slice(0, member.nameStart) + name + text.slice(member.nameEnd);
  },
});

/** The paths that a name may mean: all of it, or names of objects before its dots. */
function pathsOf(name: string): readonly (readonly string[])[] {
  const dots = Array.from(name.matchAll(/\./g), ({ index }) => index);
  return [
    [name],
    ...dots.flatMap((dot) => pathsOf(name.slice(dot + 1)).map((rest) => [name.slice(0, dot), ...rest])),
  ];
}

/** The path to a field in rows with these members, or to a new one; undefined if there is none. */
export function pathIn(
  members: readonly Member[],
  { name, isNew }: DriftStep,
): readonly string[] | undefined {
  // A new field with a dot belongs to an object if there is one.
  const paths = isNew === true ? pathsOf(name).toReversed() : pathsOf(name);
  return paths.find((path) => {
    const around = membersAround(members, path);
    return around !== undefined && (isNew === true || around.some((member) => member.name === path.at(-1)));
  });
}

/** The members of the object that a path leads into. */
function membersAround(
  members: readonly Member[],
  [name, ...rest]: readonly string[],
): readonly Member[] | undefined {
  if (rest.length === 0) return members;
  const kind = members.find((member) => member.name === name)?.kind;
  return kind?.is === 'object' ? membersAround(kind.members, rest) : undefined;
}

/** Members after a change of those of the object that a path leads into. */
export function changedAt(
  members: readonly Member[],
  [name, ...rest]: readonly string[],
  change: DriftStep['members'],
): ReturnType<DriftStep['members']> {
  if (rest.length === 0) return change(members, name ?? '');
  const found = members.find((member) => member.name === name);
  if (found?.kind.is !== 'object') return members;
  const inner = changedAt(found.kind.members, rest, change);
  if ('problem' in inner) return inner;
  const { kind } = found;
  return members.map((member) =>
    member === found ? { ...member, kind: { ...kind, members: inner } } : member,
  );
}

/** What to say of a name that no row has. */
export function unknownField(members: readonly Member[], name: string): string {
  const list = members.find((member) => name.startsWith(`${member.name}.`) && member.kind.is === 'list');
  if (list !== undefined)
    return `${list.name} is a list, which drifts as a whole: name it without ${name.slice(list.name.length)}`;
  return `Unknown field ${name}. ${nameHint(name, namesIn(members), 'Fields')}`;
}

const namesIn = (members: readonly Member[]): readonly string[] =>
  members.flatMap(({ name, kind }) => [
    name,
    ...(kind.is === 'object' ? namesIn(kind.members).map((inner) => `${name}.${inner}`) : []),
  ]);

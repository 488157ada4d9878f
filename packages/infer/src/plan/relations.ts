import { withCorrelations } from './correlations.ts';
import { withDelays } from './delays.ts';
import { freeName, type FieldPlan } from './field-plan.ts';
import { withSessions } from './sessions.ts';
import { related } from './tables.ts';
import { withUnique } from './unique.ts';
import type { Spec } from '../decide/decision.ts';

/** A name that a path of the schema language can have. */
const PLAIN = /^[A-Za-z_]\w*$/;

/** Fields that follow a key, such as the name and the plan of a user, become those of an entity. */
export function withEntities(fields: readonly FieldPlan[], freeName: (name: string) => string): FieldPlan[] {
  const plans = [...fields];
  fields.forEach((key, at) => {
    const { spec } = key.decision;
    const { size } = (spec['params'] ?? {}) as { size?: number };
    if (
      spec.type !== 'catbird.key' ||
      spec['per'] !== undefined ||
      size === undefined ||
      !PLAIN.test(key.name) ||
      key.isSettled === true
    )
      return;
    const followers = fields.flatMap((field, n) => (follows(field, key) ? [n] : []));
    if (followers.length === 0) return;
    plans[at] = { ...key, entity: { name: freeName(entityName(key.name)), size } };
    for (const n of followers) plans[n] = { ...(plans[n] ?? key), memberOf: key.name };
  });
  return plans;
}

/** `user_id` and `userId` identify a user. */
const entityName = (key: string): string => {
  const name = key.replace(/[_-]?(id|key|code|no|nr|number)$/i, '');
  return PLAIN.test(name) ? name : key;
};

/** Whether all that a field is made of follows from a key. */
function follows(field: FieldPlan, key: FieldPlan): boolean {
  const { decision, name, missing, count, table, tableOf, isSettled } = field;
  const isFree = missing === 0 && [count, table, tableOf, isSettled].every((each) => each === undefined);
  if (!isFree || !PLAIN.test(name)) return false;
  const helpers = Object.values(decision.helpers ?? {});
  if (field.follows !== undefined) return field.follows === key.name;
  const followed = [decision.spec, ...helpers].map((spec) => spec['per']);
  return followed.includes(key.name) && helpers.every((spec) => spec['per'] === key.name);
}

export { declarations } from '../declarations.ts';

/** Ties the fields of an object together that depend on one another. @param isRow whether the object is the row itself, which may have entities */
export function withRelations(fields: readonly FieldPlan[], isRow: boolean): FieldPlan[] {
  const tied = withSessions(related(fields));
  const taken = new Set(tied.flatMap(({ name, decision }) => [name, ...Object.keys(decision.helpers ?? {})]));
  const free = (name: string): string => freeName(taken, name);
  const people = withPeople(tied, free);
  const drawn = withDelays(isRow ? withEntities(people, free) : people, free);
  return withCorrelations(withUnique(drawn, free), free);
}

/** Members of a person by the type of a field: `who.email` in place of an email of its own. */
const PERSON: Readonly<Record<string, string>> = {
  'person.firstName': 'firstName',
  'person.lastName': 'lastName',
  'person.fullName': 'name',
  'person.sex': 'sex',
  'internet.email': 'email',
  'internet.username': 'username',
  'location.city': 'city',
  'location.country': 'country',
  'location.countryCode': 'countryCode',
  'location.state': 'region',
};

/** Members that a place has, too. */
const PLACE: ReadonlySet<string> = new Set(['city', 'country', 'countryCode', 'region']);

const NAMES: ReadonlySet<string> = new Set(['firstName', 'lastName', 'name']);

/**
 * Makes people of fields that belong to one: their names, and emails or cities. Without a name, a city and its country are a place. Fields
 * that follow another one, such as a user, are the person of that one.
 */
function withPeople(fields: readonly FieldPlan[], freeName: (name: string) => string): FieldPlan[] {
  const plans = [...fields];
  for (const per of new Set(fields.map(perOf))) {
    const members = fields.flatMap((field, at) => {
      const member = perOf(field) === per ? memberOf(field) : undefined;
      return member === undefined ? [] : [{ at, member }];
    });
    const kind = kindOf(members.map(({ member }) => member));
    if (kind === undefined) continue;
    const of = members.filter(({ member }) => kind === 'person' || PLACE.has(member));
    const helper = freeName(kind);
    of.forEach(({ at, member }, n) => {
      const field = fields[at];
      if (field !== undefined)
        plans[at] = refer(field, { helper, member, per, hidden: n === 0 ? specOf(kind, per) : undefined });
    });
  }
  return plans;
}

/** Names and cities repeat by themselves: the hidden key that makes them repeat says nothing about who it is. */
const hasOwnKey = ({ decision: { spec, helpers = {} } }: FieldPlan): boolean =>
  spec.type !== 'internet.email' &&
  spec.type !== 'internet.username' &&
  Object.hasOwn(helpers, String(spec['per']));

/** The field that a field follows. */
const perOf = (field: FieldPlan): string | undefined => {
  const per = field.decision.spec['per'];
  return typeof per === 'string' && !hasOwnKey(field) ? per : undefined;
};

/** The member that a plain field could be. Params make it something else. */
function memberOf(field: FieldPlan): string | undefined {
  const { decision, table, tableOf, count, isSettled } = field;
  const { spec, helpers = {}, confirmable } = decision;
  const isPlain = Object.keys(helpers).length === (hasOwnKey(field) ? 1 : 0) && spec['params'] === undefined;
  const isFree = [table, tableOf, count, confirmable, isSettled].every((each) => each === undefined);
  return isPlain && isFree && Object.hasOwn(PERSON, spec.type) ? PERSON[spec.type] : undefined;
}

/** A person has a name and something else. Two fields of one kind, such as sender and recipient, are two people: which is which is unknown. */
function kindOf(members: readonly string[]): 'person' | 'place' | undefined {
  if (members.length < 2 || new Set(members).size < members.length) return undefined;
  if (members.some((member) => NAMES.has(member))) return 'person';
  return members.filter((member) => PLACE.has(member)).length >= 2 && members.includes('city')
    ? 'place'
    : undefined;
}

const specOf = (kind: 'person' | 'place', per: string | undefined): Spec => ({
  type: `catbird.${kind}`,
  ...(per === undefined ? {} : { per }),
  hidden: true,
});

interface Reference {
  readonly helper: string;
  readonly member: string;
  readonly per: string | undefined;
  /** The hidden field itself, before the first that reads it. */
  readonly hidden: Spec | undefined;
}

/** A field that reads a member of a hidden one. */
function refer(field: FieldPlan, { helper, member, per, hidden }: Reference): FieldPlan {
  const { helpers: _key, ...decision } = field.decision;
  return {
    ...field,
    ...(per === undefined ? {} : { follows: per }),
    decision: {
      ...decision,
      reason: `${decision.reason}; fits the other fields of the ${helper.replace(/_.*/, '')}`,
      spec: { type: 'catbird.ref', params: `${helper}.${member}` },
      ...(hidden === undefined ? {} : { helpers: { [helper]: hidden } }),
    },
  };
}

import type { Spec } from '../decide/decision.ts';
import type { FieldPlan } from './field-plan.ts';

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
export function withPeople(fields: readonly FieldPlan[], freeName: (name: string) => string): FieldPlan[] {
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

import type { Shape } from '../shape.ts';
import { type Plain, isValid, type Resolver } from './plain.ts';
import { textsOf } from '../text/matching.ts';
import type { Notes } from '../not-followed.ts';

/** Patterns of members that extend a format, which no row needs. */
const EXTENSIONS = /^\^(x-|\$|#|_|\\\$)/;

/** The shape of an object. Undefined if there is none. */
export function objectShape(plain: Plain, spot: Spot, building: Building): Shape | undefined {
  const declared = [...new Set(plain.members.flatMap(({ named }) => Object.keys(named)))];
  const required = requiredOf(plain, declared);
  const fields: Shape[] = [];
  for (const name of required) {
    const found = memberShape(plain, name, spot, building);
    if (found === undefined) return undefined;
    fields.push(found);
  }
  const optional = declared.filter((name) => !required.includes(name));
  const others = optionalFields(plain, optional, required.length, spot, building);
  fields.push(...others.fields);
  const order = new Map(declared.map((name, i) => [name, i]));
  const placeIn = ({ name }: Shape): number => order.get(name) ?? declared.length;
  const sorted = fields.toSorted((one, other) => placeIn(one) - placeIn(other));
  if (others.missing > 0 || sorted.length === 0)
    return mapShape(plain, spot, sorted, others.missing, building);
  noteExtra(plain, building);
  return { name: spot.name, kind: 'object', fields: sorted };
}

function memberShape(plain: Plain, name: string, { depth }: Spot, building: Building): Shape | undefined {
  const { resolver, shape, spend } = building;
  if (!plain.names.every((rule) => isValid(name, rule, resolver))) return undefined;
  const found = shape(resolver.member(plain, name), name, depth + 1);
  if (found !== undefined) spend();
  return found;
}

/** Members that may be missing. The first ones are in all rows if the object needs more members than those that are required. */
function optionalFields(
  plain: Plain,
  names: readonly string[],
  required: number,
  spot: Spot,
  building: Building,
) {
  const { extent, resolver, cut } = building;
  const most = spot.depth >= extent.depth ? 0 : extent.members;
  const room = Math.min(plain.maxMembers - required, most);
  const fields: Shape[] = [];
  let missing = plain.minMembers - required;
  for (const name of names) {
    const isNeeded = missing > 0;
    if (!isNeeded && fields.length >= room) {
      if (resolver.member(plain, name) !== false) cut();
      break;
    }
    const found = memberShape(plain, name, spot, building);
    if (found === undefined) continue;
    fields.push(isNeeded ? found : { ...found, isOptional: true });
    if (isNeeded) missing--;
  }
  return { fields, missing };
}

function noteExtra({ members }: Plain, { notes, placeOf }: Building): void {
  for (const { patterns } of members)
    for (const [pattern, schema] of patterns)
      if (schema !== false && !EXTENSIONS.test(pattern))
        notes.add(
          'Followed in part: members of patternProperties are left out beside properties',
          placeOf(schema),
        );
}

/** Required members, with those that they require in turn; of optional ones, those that some member may bring with it. */
function requiredOf({ required, dependents }: Plain, declared: readonly string[]): string[] {
  const found = new Set(required);
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const [name, others] of dependents)
      if (found.has(name) || declared.includes(name)) for (const each of others) found.add(each);
  }
  return [...found];
}

/** An object whose members have no names, or not enough of them. @param fields those with names @param missing how many others it needs */
function mapShape(
  plain: Plain,
  spot: Spot,
  fields: readonly Shape[],
  missing: number,
  building: Building,
): Shape | undefined {
  const { name } = spot;
  const min = Math.max(0, missing);
  const max = Math.min(plain.maxMembers, Math.max(min, MORE));
  const names =
    max === 0
      ? []
      : namesOf(
          plain,
          fields.map((field) => field.name),
          building.resolver,
        );
  const value = names.length === 0 ? undefined : valueShape(plain, names, min, spot, building);
  if (value === undefined) {
    if (min > 0) return undefined;
    return fields.length > 0 ? { name, kind: 'object', fields } : { name, kind: 'JSON', values: [{}] };
  }
  if (fields.length === 0)
    return {
      name,
      kind: 'map',
      size: { min, max },
      fields: [{ name: 'key', kind: 'text', values: names }, value],
    };
  // Beside members with names, the others have names, too.
  const others = names.slice(0, min).map((each): Shape => ({ ...value, name: each }));
  return others.length < min ? undefined : { name, kind: 'object', fields: [...fields, ...others] };
}

/** The shape of the values. Undefined if they are not needed. */
function valueShape(
  plain: Plain,
  names: readonly string[],
  min: number,
  { depth }: Spot,
  building: Building,
) {
  const { resolver, extent, shape } = building;
  const schema = resolver.member(plain, names[0] ?? '');
  const isNeeded = min > 0 || (schema !== true && depth < extent.depth);
  return isNeeded ? shape(schema, 'value', depth + 1) : undefined;
}

/** Names that all members may have, with one schema. */
function namesOf(plain: Plain, taken: readonly string[], resolver: Resolver): readonly string[] {
  const rules = plain.names.flatMap((rule) => resolver.of(rule)[0] ?? []);
  const isAllowed = (text: string): boolean =>
    !taken.includes(text) &&
    plain.names.every((rule) => isValid(text, rule, resolver)) &&
    resolver.of(resolver.member(plain, text)).length > 0;
  const listed = rules.find(({ values }) => values !== undefined)?.values;
  if (listed !== undefined) return listed.filter((each) => typeof each === 'string').filter(isAllowed);
  const patterns = [...rules.flatMap((rule) => rule.patterns), ...patternIn(plain)];
  const found = textsOf({
    patterns: patterns.length > 0 ? patterns : ['^[a-z]{3,9}$'],
    minLength: Math.max(1, ...rules.map((rule) => rule.minLength)),
    maxLength: Math.min(Infinity, ...rules.map((rule) => rule.maxLength)),
    isAllowed,
  });
  // Names of other patterns have schemas of their own.
  const schema = JSON.stringify(resolver.member(plain, found[0] ?? ''));
  return found.filter((text) => JSON.stringify(resolver.member(plain, text)) === schema);
}

/** The first pattern of members that may be there. */
function patternIn({ members }: Plain): string[] {
  const found = members.flatMap(({ patterns }) => patterns).find(([, schema]) => schema !== false);
  return found === undefined ? [] : [found[0]];
}

/** How much of a schema is followed. */
export interface Extent {
  /** Objects and lists within one another that optional members and elements are followed into. */
  readonly depth: number;
  /** Alternatives of a value. */
  readonly alternatives: number;
  /** Optional members of an object. */
  readonly members: number;
}

/** What builders of different extents share. */
export interface BuilderContext {
  readonly resolver: Resolver;
  readonly notes: Notes;
  /** The place of a schema as a JSON pointer. */
  readonly placeOf: (schema: unknown) => string | undefined;
  /** Shapes of texts that were found, which takes some tries. */
  readonly texts: WeakMap<Plain, Shape | undefined>;
}

/** What the shapes of objects and lists are made with. */
export interface Building extends BuilderContext {
  readonly extent: Extent;
  /** The shape of a schema. Undefined if nothing is valid, or if it has no end. */
  readonly shape: (schema: unknown, name: string, depth: number) => Shape | undefined;
  /** Counts a field. */
  readonly spend: () => void;
  /** Remembers that something was left out for its depth or number. */
  readonly cut: () => void;
}

/** Where a shape stands. */
export interface Spot {
  readonly name: string;
  /** Objects and lists around it. */
  readonly depth: number;
}

/** Elements and members of lists and maps beyond those that they need. */
export const MORE = 3;

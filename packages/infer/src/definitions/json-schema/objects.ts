import type { Shape } from '../shape.ts';
import type { Building, Spot } from './building.ts';
import { mapShape } from './maps.ts';
import type { Plain } from './plain.ts';
import { isValid } from './satisfies.ts';

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

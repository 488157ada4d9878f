import {
  cycleText,
  drawnBy,
  entityOf,
  fieldsByName,
  fieldsIn,
  membersOf,
  namesOn,
  objectFieldsOf,
  ownerOf,
  readsOf,
} from '../generators/analysis/order.ts';
import type { Entity, Field } from '../model/schema.ts';
import { suggestion } from '../model/suggestion.ts';
import type { Context, EntityContext, FieldReference } from './context.ts';

/** A field of an entity. */
interface EntityField {
  readonly entity: Entity;
  readonly field: Field;
}

/** Checks the paths that were noted. Returns whether all of them lead to a field. */
export function checkPaths({ entities, findings }: Context): boolean {
  let isValid = true;
  for (const { reference, from, rest } of entities.paths.splice(0)) {
    const fault = faultOf(from, rest, reference, entities);
    if (fault === undefined) continue;
    isValid = false;
    const { at, path } = reference;
    findings.add({ code: 'unknown-field', ...fault, at, path });
  }
  return isValid;
}

/** Why a path leads nowhere, and what to do. */
interface Fault {
  readonly message: string;
  readonly hint: string;
}

/** Why the rest of a path from a field leads nowhere; undefined if it does not, or if an entity on the way has an error of its own. */
function faultOf(
  from: Field,
  rest: string,
  reference: FieldReference,
  entities: EntityContext,
): Fault | undefined {
  const inner = objectFieldsOf(from);
  if (inner !== undefined) return objectFault(from, inner, rest, reference);
  const members = membersOf(from);
  if (members !== undefined) return memberFault(from, members, rest, reference);
  const name = entityOf(from) ?? '';
  const found = entities.byName.get(name);
  if (found === undefined) return undefined;
  const fields = fieldsIn(found);
  const owner = ownerOf(rest, fieldsByName(fields));
  const before = reference.name.slice(0, reference.name.length - rest.length);
  if (owner === undefined) {
    const names = fields.map((field) => field.name);
    const meant = meantBy(rest, names);
    return {
      message: `Unknown field ${reference.name}: the entity ${name} has no field ${rest}`,
      hint:
        meant === undefined
          ? `Fields of ${name}: ${names.slice(0, 12).join(', ')}`
          : `Did you mean ${before}${meant}?`,
    };
  }
  return owner.rest === undefined ? undefined : faultOf(owner.field, owner.rest, reference, entities);
}

/** Why the rest of a path from an object leads to no value in it; undefined if it does. */
function objectFault(
  from: Field,
  inner: readonly Field[],
  rest: string,
  { name }: FieldReference,
): Fault | undefined {
  if (namesOn(from, rest) !== undefined) return undefined;
  const sent = inner.filter(({ hidden }) => hidden !== true).map((field) => field.name);
  const meant = meantBy(rest, sent);
  const before = name.slice(0, name.length - rest.length);
  return {
    message: `Unknown field ${name}: the object ${from.name} has no field ${rest}`,
    hint:
      meant === undefined
        ? `Fields of ${from.name}: ${sent.slice(0, 12).join(', ')}. Lists, hidden fields and entities drawn in an object cannot be read from outside`
        : `Did you mean ${before}${meant}?`,
  };
}

/** Why an object that a field makes has no member of this name; undefined if it has. */
function memberFault(
  { type }: Field,
  members: readonly string[],
  member: string,
  { name }: FieldReference,
): Fault | undefined {
  if (members.includes(member)) return undefined;
  const meant = suggestion(member, members);
  return {
    message: `Unknown field ${name}: ${type} has no member ${member}`,
    hint:
      meant === undefined
        ? `Members: ${members.join(', ')}`
        : `Did you mean ${name.slice(0, -member.length)}${meant}?`,
  };
}

/** The path that a wrong one is likely to mean: with its first name corrected, or the key for an id. */
function meantBy(rest: string, names: readonly string[]): string | undefined {
  const [first = '', ...others] = rest.split('.');
  const meant = suggestion(rest, names);
  if (meant !== undefined) return meant;
  const start = suggestion(first, names) ?? names.find((name) => name.endsWith(`_${first}`));
  return start && [start, ...others].join('.');
}

/** Reports a circle of fields that read each other through entities. Returns whether there is none. */
export function checkCircles({ entities, findings }: Context): boolean {
  const done = new Set<Field>();
  const visit = (place: EntityField, trail: readonly EntityField[]): readonly EntityField[] | undefined => {
    if (done.has(place.field)) return undefined;
    const start = trail.findIndex(({ field }) => field === place.field);
    if (start >= 0) return [...trail.slice(start), place];
    for (const next of placesReadBy(place, entities)) {
      const found = visit(next, [...trail, place]);
      if (found !== undefined) return found;
    }
    done.add(place.field);
    return undefined;
  };
  for (const entity of entities.byName.values())
    for (const field of fieldsIn(entity)) {
      const circle = visit({ entity, field }, []);
      if (circle === undefined) continue;
      const names = circle.map((place) => ({ name: `${place.entity.name}.${place.field.name}` }));
      const [first] = circle;
      const each = entities.fields.get(first?.entity.name ?? '') ?? [];
      const at = each.find((one) => one.field === first?.field)?.at ?? { offset: 0, length: 0 };
      findings.add({
        code: 'cycle',
        message: `Circular entity reference: ${cycleText(names)}`,
        hint: 'Remove one of these references',
        at,
      });
      return false;
    }
  return true;
}

/** The fields that a field of an entity reads: its own entity's, those that paths lead to, and the keys of entities that it draws. */
function placesReadBy({ entity, field }: EntityField, entities: EntityContext): readonly EntityField[] {
  const keys = drawnIn(field).flatMap((name) => {
    const drawn = entities.byName.get(name);
    return drawn === undefined ? [] : [{ entity: drawn, field: drawn.key }];
  });
  return [...keys, ...readsOf(field).flatMap((name) => placesOn(name, entity, entities))];
}

/** The entities that a field draws, those of its inner fields and specs included. */
const drawnIn = (field: Field): readonly string[] => {
  const own = drawnBy(field);
  return [
    ...(own === undefined ? [] : [own]),
    ...[...(field.fields ?? []), ...(field.specs ?? [])].flatMap(drawnIn),
  ];
};

/** The fields along a path. */
function placesOn(name: string, entity: Entity, entities: EntityContext): readonly EntityField[] {
  const owner = ownerOf(name, fieldsByName(fieldsIn(entity)));
  if (owner === undefined) return [];
  const { field, rest } = owner;
  const next = entities.byName.get(entityOf(field) ?? '');
  const further = rest === undefined || next === undefined ? [] : placesOn(rest, next, entities);
  return [{ entity, field }, ...further];
}

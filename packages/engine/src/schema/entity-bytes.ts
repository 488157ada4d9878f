import { entityOf, fieldsByName, fieldsIn, ownerOf } from '../generators/analysis/order.ts';
import { tryEntity } from '../generators/analysis/trial.ts';
import type { Entity, Field } from '../model/schema.ts';
import { bounds } from '../model/bounds.ts';
import type { Context, EntityContext } from './context.ts';

/** Estimates the bytes of each field of these entities, copied values included. Reports those above the limit of a row. */
export function checkBytes(names: readonly string[], { entities, findings, sources }: Context): boolean {
  for (const entity of entities.byName.values())
    if (!entities.fields.has(entity.name)) {
      // It was parsed elsewhere, so its fields are valid: all together are at least as long as one.
      const trial = tryEntity(entity, sources);
      for (const field of fieldsIn(entity)) entities.bytes.set(field, trial.ok ? trial.bytes : 0);
    }
  const tooLarge = names.filter((name) => {
    const entity = entities.byName.get(name);
    const all = entity === undefined ? [] : fieldsIn(entity);
    return all.reduce((sum, field) => sum + bytesOf(field, entity, entities), 0) > bounds.rowBytes;
  });
  for (const name of tooLarge)
    findings.add({
      code: 'too-large',
      message: `Entity ${name}: its fields would exceed 1 MiB`,
      hint: 'Reduce a count or a length',
      at: entities.fields.get(name)?.[0]?.at ?? { offset: 0, length: 0 },
      path: ['$entities', name],
    });
  return tooLarge.length === 0;
}

/** Bytes of the value at a path from an entity; 0 before `checkBytes`. */
export function bytesAt(name: string, path: string, entities: EntityContext): number {
  const entity = entities.byName.get(name);
  const owner = entity && ownerOf(path, fieldsByName(fieldsIn(entity)));
  if (owner === undefined) return 0;
  const next = owner.rest === undefined ? undefined : entityOf(owner.field);
  return next === undefined || owner.rest === undefined
    ? (entities.bytes.get(owner.field) ?? 0)
    : bytesAt(next, owner.rest, entities);
}

/** The references of a field, and those of the fields that they lead to, must not be circular. */
function bytesOf(field: Field, entity: Entity | undefined, entities: EntityContext): number {
  const known = entities.bytes.get(field);
  if (known !== undefined || entity === undefined) return known ?? 0;
  const one = entities.fields.get(entity.name)?.find((each) => each.field === field);
  const byName = fieldsByName(fieldsIn(entity));
  const copied = (one?.references ?? []).reduce((sum, { name, isCopied }) => {
    if (!isCopied) return sum;
    let [place, path]: [Entity | undefined, string] = [entity, name];
    let owner = ownerOf(path, byName);
    while (owner?.rest !== undefined && entityOf(owner.field) !== undefined) {
      place = entities.byName.get(entityOf(owner.field) ?? '');
      path = owner.rest;
      owner = place && ownerOf(path, fieldsByName(fieldsIn(place)));
    }
    return sum + (owner === undefined ? 0 : bytesOf(owner.field, place, entities));
  }, 0);
  const bytes = (one?.bytes ?? field.name.length) + (one?.times ?? 1) * copied;
  entities.bytes.set(field, bytes);
  return bytes;
}

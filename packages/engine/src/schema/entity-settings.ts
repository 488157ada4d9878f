import { entityOf, fieldsByName, fieldsIn, NUMBER, ownerOf } from '../generators/analysis/order.ts';
import { tryEntity } from '../generators/analysis/trial.ts';
import { findType } from '../generators/known-types.ts';
import type { DistinctForm } from '../generators/generator.ts';
import { MOST_UNIQUE } from '../generators/kernels/relation/unique.ts';
import { bounds } from '../model/bounds.ts';
import type { Entity, Field } from '../model/schema.ts';
import type { Context, EntityContext, ParsedField } from './context.ts';
import { type JsonNode, type JsonObject, plainValue, type Range } from './read-json.ts';
import { ANNOTATIONS, unknownKeyHint } from './known-keys.ts';
import { memberOf } from './modifiers.ts';

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

/** Adds an error about an entity. */
export type Complain = (message: string, hint: string, at: Range, key?: string) => void;

const GROWTH_KEYS = ['from', 'perSecond'] as const;

const GROWTH_EXAMPLE = 'Write "grow": {"from": 100, "perSecond": 0.5}';

/** How an entity grows; undefined if it does not, or if that is invalid, which is reported. */
export function growthOf(
  node: JsonNode | undefined,
  size: number | undefined,
  complain: Complain,
): Entity['grow'] {
  if (node === undefined) return undefined;
  if (node.kind !== 'object') {
    complain('grow must be an object with from and perSecond', GROWTH_EXAMPLE, node, 'grow');
    return undefined;
  }
  for (const { key, keyRange } of node.members)
    if (!(GROWTH_KEYS as readonly string[]).includes(key) && !ANNOTATIONS.includes(key))
      complain(`unknown key ${key} in grow`, unknownKeyHint(key, GROWTH_KEYS, 'keys'), keyRange, 'grow');
  const perSecond = rateOf(node, complain);
  const from = countOf(node, size, complain);
  return from === undefined || perSecond === undefined ? undefined : { from, perSecond };
}

function rateOf(grow: JsonObject, complain: Complain): number | undefined {
  const node = memberOf(grow, 'perSecond');
  const rate = node && plainValue(node);
  if (typeof rate === 'number' && rate > 0 && rate < Infinity) return rate;
  const hint = `How many are created per second. ${GROWTH_EXAMPLE}`;
  complain('grow.perSecond must be a number above 0', hint, node ?? grow, 'grow');
  return undefined;
}

function countOf(grow: JsonObject, size = Infinity, complain: Complain): number | undefined {
  const node = memberOf(grow, 'from');
  const count = node && plainValue(node);
  if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 && count <= size) return count;
  if (typeof count === 'number' && count > size)
    complain(
      'grow.from must be at most size',
      'size is how many there will be in the end',
      node ?? grow,
      'grow',
    );
  else {
    const hint = `How many exist at the beginning. ${GROWTH_EXAMPLE}`;
    complain('grow.from must be a whole number of at least 0', hint, node ?? grow, 'grow');
  }
  return undefined;
}

/** Checks that the key and the unique fields of an entity have distinct values. Reports those that may not. */
export function checkUnique(entity: Entity, each: readonly ParsedField[], { findings }: Context): boolean {
  const faults = each.flatMap((one) => {
    const fault = one.field.unique === true ? faultOf(one.field, entity) : undefined;
    return fault === undefined ? [] : [{ one, ...fault }];
  });
  for (const { one, message, hint } of faults) {
    const isKey = one.field === entity.key;
    const path = ['$entities', entity.name, ...(isKey ? ['key'] : ['fields', one.field.name])];
    findings.add({ code: 'unique', message: `${one.written}: ${message}`, hint, at: one.at, path });
  }
  return faults.length === 0;
}

interface Fault {
  readonly message: string;
  readonly hint: string;
}

function faultOf(field: Field, entity: Entity): Fault | undefined {
  const subject = field === entity.key ? 'the key' : 'unique';
  if (field.count !== undefined || field.per !== undefined)
    return { message: `${subject} needs a single value for each entity`, hint: 'Remove count and per' };
  const { size, name } = entity;
  const count = size.toLocaleString('en');
  const space = field.paramFields === undefined ? findType(field.type)?.values?.(field.args) : undefined;
  if (space !== undefined && size > MOST_UNIQUE)
    return {
      message: `${subject} can be chosen from a list or a pattern for at most ${MOST_UNIQUE.toLocaleString('en')} entities, not ${count}`,
      hint: templateHint(field, entity),
    };
  if (space !== undefined && space.size < size)
    return {
      message: `${space.size.toLocaleString('en')} distinct values are too few for ${count} ${name} entities`,
      hint: templateHint(field, entity),
    };
  if (formOf(field, entity) !== undefined) return undefined;
  return {
    message: `${subject} needs distinct values, but these may repeat`,
    hint: templateHint(field, entity),
  };
}

/** Suggests a template with the key, or in the key with the number. */
const templateHint = (field: Field, { key }: Entity): string =>
  `Put ${field === key ? `the number into the key: {"type": "catbird.template", "params": "x-{{${NUMBER.name}}}"}` : `the key into a template: {"type": "catbird.template", "params": "{{…}}-{{${key.name}}}"}`}`;

/** Whether some entities have no value of a field, so that copies of it may be equal. */
const isAbsent = ({ nulls = 0, missing = 0 }: Field): boolean => nulls + missing > 0;

/** How the values of a field differ between entities; undefined if they may be equal. */
function formOf(field: Field, entity: Entity): DistinctForm | undefined {
  const type = findType(field.type);
  const byName = fieldsByName(fieldsIn(entity));
  if ((field !== NUMBER && field.unique !== true) || field.paramFields !== undefined) return undefined;
  if (type?.values?.(field.args) !== undefined) return 'text';
  return type?.distinct?.(field.args, (name) => {
    const { field: other, rest } = ownerOf(name, byName) ?? {};
    if (other === undefined || isAbsent(other)) return undefined;
    const isSame = rest === undefined || findType(other.type)?.distinctMembers?.includes(rest) === true;
    return isSame ? formOf(other, entity) : undefined;
  });
}

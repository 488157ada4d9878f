import * as z from 'zod/mini';
import { type Kind, objectOf, orNull } from '../../model/kind.ts';
import type { Entity } from '../../model/schema.ts';
import { nameHint } from '../../model/suggestion.ts';
import { namedIn } from '../analysis/references.ts';
import type { GeneratorType } from '../generator.ts';
import type { TimedJourney } from '../kernels/engine/cell.ts';
import { changedRow, changeEnvelope, type Op } from '../kernels/relation/change.ts';
import { newVersions } from '../kernels/relation/versions.ts';
import type { Scope } from '../scope.ts';
import { described, nonEmpty, optional, required } from './params.ts';

/** Whether the row of a table exists, as changes come. */
type Life = 'none' | 'live' | 'deleted' | 'over';

/**
 * What the steps of each state do, by the index of the state.
 *
 * @throws Error if a state of the stream has no op, or if its changes could come in an order that no table allows
 */
export function opsOf(journey: TimedJourney, given: Readonly<Record<string, Op>>): readonly Op[] {
  const { states } = journey;
  const unknown = Object.keys(given).find((name) => !states.includes(name));
  if (unknown !== undefined) {
    throw new Error(`ops names unknown state ${unknown}. ${nameHint(unknown, states, 'States', Infinity)}`);
  }
  const ops = states.map((name) => (Object.hasOwn(given, name) ? given[name] : undefined));
  checkOrder(journey, ops);
  return ops.map((op) => op ?? null);
}

/** Follows all ways of a journey together with the life of the row. */
function checkOrder(journey: TimedJourney, ops: readonly (Op | undefined)[]): void {
  const { only, each, begins, ways, cascades = [] } = journey;
  const isRow = (state: number): boolean => only === undefined || only.includes(state);
  const done = new Set<string>();
  const visit = (state: number, before: Life): void => {
    if (state < 0 || done.has(`${state} ${before}`)) return;
    done.add(`${state} ${before}`);
    const born = state === each ? 'none' : before;
    const isBelow = each !== undefined && state !== each && born === 'none';
    const life = isRow(state) && !isBelow ? lifeAfter(state, born, journey, ops) : born;
    for (const { to } of ways[state] ?? []) visit(to, life);
  };
  for (const { to } of begins) visit(to, 'none');
  for (const { as } of cascades)
    if (isRow(as) && lifeAfter(as, 'live', journey, ops) !== 'deleted')
      throw new Error(`ops: ${nameOf(as, journey)} ends what it belongs to, so its op must be d`);
}

const nameOf = (state: number, { states }: TimedJourney): string => states[state] ?? '';

/** The life of the row after a step of a state. @throws Error if its op does not fit the life before */
function lifeAfter(
  state: number,
  before: Life,
  journey: TimedJourney,
  ops: readonly (Op | undefined)[],
): Life {
  const name = nameOf(state, journey);
  const op = ops[state];
  if (op === undefined)
    throw new Error(`ops lacks the state ${name}. Add it, or leave it out with the journey's only`);
  const after = NEXT[before].get(op);
  if (after === undefined) throw new Error(`ops: ${WHY[before](name)}`);
  return after;
}

/** What may happen to a row, and its life afterwards. */
const NEXT: Readonly<Record<Life, ReadonlyMap<Op, Life>>> = {
  none: new Map([
    ['c', 'live'],
    ['r', 'live'],
  ]),
  live: new Map([
    ['u', 'live'],
    ['d', 'deleted'],
  ]),
  deleted: new Map([[null, 'over']]),
  over: new Map(),
};

const WHY: Readonly<Record<Life, (name: string) => string>> = {
  none: (name) => `${name} may be the first change of a row, so its op must be c, or r for a snapshot`,
  live: (name) => `${name} may be a later change of a row, so its op must be u or d`,
  deleted: (name) =>
    `${name} may come after a delete. Only a tombstone can: write null as its op, or end the journey with the delete`,
  over: (name) => `${name} may come after a tombstone, which must be the last change of a row`,
};

interface ChangeParams {
  readonly of: string;
  readonly entity?: string;
  readonly ops: Readonly<Record<string, Op>>;
  readonly changes?: number | Readonly<Record<string, number>>;
  readonly format?: 'debezium' | 'row';
}

/** Share of updates with which a field changes, unless said otherwise. */
const SHARE = 0.3;

const share = z.number().check(z.gte(0), z.lte(1));

/** Types for changes of entities. */
export const changeTypes: readonly GeneratorType[] = [
  {
    name: 'catbird.change',
    summary:
      'A change of an entity: created, updated or deleted, with its fields before and after. The rows are the steps of the journeys that are the lives of the entities',
    params: required({
      of: described(nonEmpty, 'Name of the journey field, which has of and wait'),
      entity: optional(
        nonEmpty,
        'Name of the entity that changes, if the journey has each. Default: that of the journey',
      ),
      ops: described(
        z.record(z.string(), z.union([z.enum(['c', 'r', 'u', 'd']), z.null()])),
        'What each state does: c (create), r (read, in a snapshot), u (update), d (delete), or null for a tombstone after the delete',
      ),
      changes: optional(
        z.union([share, z.record(z.string(), share)]),
        `Share of updates that draw a field anew, for all fields or by field: {"city": 0.5}, the others never. Default ${SHARE}. The key and unique fields never change`,
      ),
      format: optional(
        z.enum(['debezium', 'row']),
        'debezium (default): an envelope with before, after, source, op and ts_ms. row: the entity after the change, null after a delete',
      ),
    }),
    rowOnly: true,
    example: { of: 'step', ops: { created: 'c', updated: 'u', deleted: 'd' } },
    exampleSchema: {
      $entities: {
        customer: {
          size: 10_000,
          fields: { name: { type: 'person.fullName' }, city: { type: 'location.city' } },
        },
      },
      step: {
        type: 'catbird.journey',
        hidden: true,
        params: {
          of: 'customer',
          states: { created: { updated: 9, deleted: 1 }, updated: { updated: 8, deleted: 2 }, deleted: {} },
          wait: { created: { mean: '5m' }, updated: { mean: '10m' } },
        },
      },
      change: {
        type: 'catbird.change',
        params: { of: 'step', ops: { created: 'c', updated: 'u', deleted: 'd' } },
      },
    },
    kind([given], { argsOf, members }) {
      const { of, entity, ops, format = 'debezium' } = given as ChangeParams;
      const [journey = {}] = argsOf(of) as readonly { readonly of?: string }[];
      const row: Kind = { is: 'object', members: members(entity ?? journey.of ?? '') };
      if (format === 'row') return orNull(row);
      const envelope = objectOf({
        before: orNull(row),
        after: orNull(row),
        source: objectOf({ table: 'text', sequence: 'integer' }),
        op: 'text',
        ts_ms: 'integer',
      });
      return Object.values(ops).includes(null) ? orNull(envelope) : envelope;
    },
    references: namedIn('of'),
    change([given]) {
      const { of, entity, ops, changes = SHARE, format = 'debezium' } = given as ChangeParams;
      return { of, entity, ops, changes, format };
    },
    compile([given], scope) {
      const { of, entity: named, ops, changes = SHARE, format = 'debezium' } = given as ChangeParams;
      const { decision } = scope.column(of);
      const journey = decision?.kind === 'session' ? decision.journey : undefined;
      if (journey === undefined) throw new Error(`Field ${of} must be a catbird.journey with wait`);
      const { entity, parent } = changedEntity(journey, named, scope);
      const shareOf = sharesOf(changes, entity);
      const record = (back: 0 | 1, lead: string) => {
        const versions = newVersions(back, journey.of?.size ?? 0);
        return scope.record({ entity, parent, versions, shareOf }, lead);
      };
      const written = { ops: opsOf(journey, ops), table: entity.name, record };
      return format === 'row' ? changedRow(written, scope.lead) : changeEnvelope(written, scope.lead);
    },
  },
];

/** The entity that changes, and its parent if it is a child of the journey's. */
function changedEntity(
  { of, each }: TimedJourney,
  named: string | undefined,
  scope: Scope,
): { readonly entity: Entity; readonly parent: Entity | undefined } {
  if (of === undefined)
    throw new Error(
      'The journey must say whose lives its steps are: "of": "customer", the name of an entity',
    );
  if (each === undefined && named !== undefined && named !== of.entity)
    throw new Error(
      `entity is only for journeys with each: these are the lives of the entity ${of.entity}. Remove it`,
    );
  if (each !== undefined && named === undefined)
    throw new Error('entity is missing: the journey has each, so its rows belong to another entity');
  const { entity } = scope.entity(named ?? of.entity);
  const parent = each === undefined ? undefined : scope.entity(of.entity).entity;
  if (entity.grow === undefined) return { entity, parent };
  throw new Error(`${entity.name} grows, but its journeys say when each is created. Remove grow from it`);
}

/** The share of changes of each field. @throws Error if it names an unknown field */
export function sharesOf(
  changes: number | Readonly<Record<string, number>>,
  { name, key, fields }: Entity,
): (field: string) => number {
  if (typeof changes === 'number') return () => changes;
  const names = fields.map((field) => field.name);
  for (const field of Object.keys(changes)) {
    if (field === key.name) throw new Error(`changes: ${field} is the key of ${name}, which never changes`);
    if (names.includes(field)) continue;
    const hint = nameHint(field, names, 'Fields', Infinity);
    throw new Error(`changes: the entity ${name} has no field ${field}. ${hint}`);
  }
  return (field) => (Object.hasOwn(changes, field) ? (changes[field] ?? 0) : 0);
}

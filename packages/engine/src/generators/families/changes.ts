import { z } from 'zod/mini';
import { opsOf } from './change-ops.ts';
import type { GeneratorType } from '../generator.ts';
import type { Scope } from '../scope.ts';
import type { TimedJourney } from '../kernels/engine/cell.ts';
import { changedRow, changeEnvelope, type Op } from '../kernels/relation/change.ts';
import { newVersions } from '../kernels/relation/versions.ts';
import type { Entity } from '../../model/schema.ts';
import { objectOf, orNull, type Kind } from '../../model/kind.ts';
import { suggestion } from '../../model/suggestion.ts';
import { required } from './params.ts';
import { namedIn } from '../analysis/references.ts';

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
      of: z.string().check(z.minLength(1), z.describe('Name of the journey field, which has of and wait')),
      entity: z.optional(
        z
          .string()
          .check(
            z.minLength(1),
            z.describe(
              'Name of the entity that changes, if the journey has each. Default: that of the journey',
            ),
          ),
      ),
      ops: z
        .record(z.string(), z.union([z.enum(['c', 'r', 'u', 'd']), z.null()]))
        .check(
          z.describe(
            'What each state does: c (create), r (read, in a snapshot), u (update), d (delete), or null for a tombstone after the delete',
          ),
        ),
      changes: z.optional(
        z
          .union([share, z.record(z.string(), share)])
          .check(
            z.describe(
              `Share of updates that draw a field anew, for all fields or by field: {"city": 0.5}, the others never. Default ${SHARE}. The key and unique fields never change`,
            ),
          ),
      ),
      format: z.optional(
        z
          .enum(['debezium', 'row'])
          .check(
            z.describe(
              'debezium (default): an envelope with before, after, source, op and ts_ms. row: the entity after the change, null after a delete',
            ),
          ),
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
    const meant = suggestion(field, names);
    const hint = meant === undefined ? `Fields: ${names.join(', ')}` : `Did you mean ${meant}?`;
    throw new Error(`changes: the entity ${name} has no field ${field}. ${hint}`);
  }
  return (field) => (Object.hasOwn(changes, field) ? (changes[field] ?? 0) : 0);
}

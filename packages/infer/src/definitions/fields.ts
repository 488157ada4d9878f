import type { Spec } from '../decide/decision.ts';
import type { SchemaObject } from '../draft.ts';
import { ROW, type Distinct } from './distinct.ts';
import type { Link, Related } from './links.ts';
import type { Shape } from './shape.ts';
import { timeless, type Sampled } from './sampled.ts';
import { fieldsOf, nullsOf, specOf } from './specs.ts';

/** Tables by the names of their streams, as far as others refer to them. */
export type Entities = ReadonlyMap<string, Related>;

/** Rows of a tree that have the same parent. */
const CHILDREN = 8;

/** What the fields of a table are written with. */
export interface FieldContext {
  readonly entities: Entities;
  readonly distinct: Distinct;
  /** What rows of the table show. */
  readonly sampled?: Sampled | undefined;
  /** Entities exist at all times, so they have no time of an event. */
  readonly isEntity: boolean;
}

/** The fields of a table. Those that identify a row of another table draw it, several of them by a hidden field. */
export function tableFields(related: Related, context: FieldContext, but?: Shape): SchemaObject {
  const { distinct, isEntity, sampled } = context;
  const { table, links } = related;
  const { hidden, own } = drawsOf(related, context);
  const shown = sampled && (isEntity ? timeless(sampled) : sampled);
  const isLater = (name: string): boolean =>
    links.some((link) => link.direction === 'later' && link.isNullable && link.fields.includes(name));
  const uniqueSpec = (shape: Shape): SchemaObject | undefined => {
    const found = distinct.specs.get(shape.name);
    return found && { ...found, ...nullsOf(shape) };
  };
  const spec = (shape: Shape): SchemaObject => {
    if (isLater(shape.name)) return NULL;
    const known = own.get(shape.name) ?? uniqueSpec(shape) ?? shown?.specs.get(shape.name);
    return known ?? specOf(shape, isEntity);
  };
  const shapes = table.fields.filter((field) => field !== but && field.isHidden !== true);
  return { ...shown?.helpers, ...Object.fromEntries(hidden), ...fieldsOf(shapes, spec) };
}

/** What draws the rows of other tables. */
interface Draws {
  readonly hidden: readonly (readonly [string, Spec])[];
  /** By field. */
  readonly own: ReadonlyMap<string, Spec>;
}

function drawsOf({ table, links }: Related, context: FieldContext): Draws {
  const names = new Set(table.fields.map(({ name }) => name));
  const hidden: [string, Spec][] = [];
  const own = new Map<string, Spec>();
  for (const link of links) {
    const [field = ''] = link.fields;
    const shape = table.fields.find(({ name }) => name === field);
    const draw = drawOf(link, shape, context);
    const key = context.entities.get(link.to)?.key?.name;
    if (draw === undefined || key === undefined) continue;
    if (link.fields.length === 1 && link.targets[0] === key) {
      own.set(field, draw);
      continue;
    }
    let drawn = `${link.fields.join('_')}_row`;
    while (names.has(drawn)) drawn += '_';
    names.add(drawn);
    hidden.push([drawn, { ...draw, hidden: true }]);
    link.fields.forEach((name, i) => {
      const target = link.targets[i] ?? '';
      own.set(name, { type: 'catbird.ref', params: target === key ? drawn : `${drawn}.${target}` });
    });
  }
  return { hidden, own };
}

/** Rows are in no table yet. */
const NULL: SchemaObject = { value: null };

/** The draw of a row that is filled before. Undefined for one that is filled later. */
function drawOf(link: Link, shape: Shape | undefined, { distinct }: FieldContext): Spec | undefined {
  const { to: of, direction, isNullable } = link;
  if (direction === 'later') return undefined;
  const nulls = isNullable && shape !== undefined ? nullsOf(shape) : {};
  if (direction === 'self') {
    const parent = `floor((${ROW.one}) / ${CHILDREN})`;
    return { type: 'catbird.entity', params: { of, number: isNullable ? parent : `max(1, ${parent})` } };
  }
  const number = distinct.numbers.get(link);
  return {
    type: 'catbird.entity',
    params: { of, ...(number === undefined ? { skew: { zipf: 0.8 } } : { number }) },
    ...nulls,
  };
}

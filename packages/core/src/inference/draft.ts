import { namesOf } from './decide/enumerations.ts';
import type { Copied, Kind, Spec } from './decide/decision.ts';
import type { ShapeKind } from './definitions/shape.ts';
import { freeName, type FieldPlan } from './plan/field-plan.ts';

/** What was decided about a field. */
export interface Finding {
  /** `user.address.city`, `items[].price`. */
  readonly path: string;
  readonly kind: Kind | ShapeKind;
  /** The reason, as a sentence. */
  readonly reason: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** The field spec in the schema. */
  readonly spec: Spec;
  /** Values of the sample in the spec. */
  readonly copied: readonly Copied[];
  /** Values of the sample that the spec would contain if they were confirmed. */
  readonly copyable: readonly Copied[];
}

/** The fields of a schema, as the schema language writes them. */
export type SchemaObject = Readonly<Record<string, unknown>>;

/** Whether a value of a field may be copied into the schema. */
export type Consent = (path: string, value: unknown) => boolean;

/** A schema, and how each of its fields was found. */
export interface Draft {
  readonly schema: SchemaObject;
  readonly findings: readonly Finding[];
}

/** What a schema declares beside its fields. */
export type Declare = (plans: readonly FieldPlan[], fields: SchemaObject, consent: Consent) => SchemaObject;

/** The schema of plans. */
export function draftOf(plans: readonly FieldPlan[], consent: Consent, declare: Declare): Draft {
  const findings: Finding[] = [];
  const fields = fieldsOf(plans, consent, findings);
  return { schema: { ...declare(plans, fields, consent), ...fields }, findings };
}

function fieldsOf(plans: readonly FieldPlan[], consent: Consent, findings: Finding[]): SchemaObject {
  const taken = new Set(
    plans.flatMap(({ name, decision }) => [name, ...Object.keys(decision.helpers ?? {})]),
  );
  const entries = plans.flatMap((plan): [string, unknown][] => {
    const { decision, path } = plan;
    const spec = drawnSpec(plan) ?? ownSpec(plan, consent);
    findings.push({
      path,
      kind: decision.kind,
      reason: decision.reason,
      confidence: Number(decision.confidence.toFixed(3)),
      spec,
      copied: copiedOf(plan, consent),
      copyable: decision.confirmable?.values ?? [],
    });
    const fields = plan.fields === undefined ? {} : { fields: fieldsOf(plan.fields, consent, findings) };
    // What an entity's field reads is in the entity, and so are its nulls.
    if (plan.memberOf !== undefined) return [[plan.name, spec]];
    return [
      ...helpersOf(plan, consent),
      ...withAbsence(plan, { ...spec, ...fields }, () => freeName(taken, `${plan.name}_value`)),
    ];
  });
  // Own properties, whatever their names.
  return Object.fromEntries(entries);
}

/** The values of a field that are confirmed. */
const copiedOf = ({ decision, path }: FieldPlan, consent: Consent): readonly Copied[] =>
  (decision.confirmable?.values ?? []).filter(({ value }) => consent(path, value));

/** The spec of a field itself, with the values that are confirmed. */
export function ownSpec(plan: FieldPlan, consent: Consent): Spec {
  const { decision, path } = plan;
  const table = tableSpec(plan, consent);
  if (table !== undefined || copiedOf(plan, consent).length === 0) return table ?? decision.spec;
  return decision.confirmable?.spec((value) => consent(path, value)) ?? decision.spec;
}

/** Hidden fields that a field reads. A spec with confirmed values reads none. */
export const helpersOf = (plan: FieldPlan, consent: Consent): [string, Spec][] =>
  copiedOf(plan, consent).length > 0 ? [] : Object.entries(plan.decision.helpers ?? {});

/**
 * A field with its shares of null and missing. They are those of the rows: a value that follows a hidden key of its own is in a hidden
 * field, or else all rows of a key would lack it together.
 */
function withAbsence(plan: FieldPlan, spec: Spec, hiddenName: () => string): [string, Spec][] {
  const { per } = spec;
  const isOfKey = typeof per === 'string' && Object.hasOwn(plan.decision.helpers ?? {}, per);
  if (!isOfKey || plan.count !== undefined || plan.nulls + plan.missing === 0)
    return [[plan.name, { ...spec, ...structureOf(plan) }]];
  const name = hiddenName();
  return [
    [name, { ...spec, hidden: true }],
    [plan.name, { type: 'catbird.ref', params: name, ...structureOf(plan) }],
  ];
}

/** The draw of an entity, or of its member. */
function drawnSpec({ entity, memberOf, name, decision }: FieldPlan): Spec | undefined {
  if (memberOf !== undefined) return { type: 'catbird.ref', params: `${memberOf}.${name}` };
  if (entity === undefined) return undefined;
  const { skew } = paramsOf(decision.spec);
  return { type: 'catbird.entity', params: { of: entity.name, ...(skew === undefined ? {} : { skew }) } };
}

export const paramsOf = ({ params = {} }: Spec): Readonly<Record<string, unknown>> =>
  typeof params === 'object' && params !== null ? { ...params } : {};

/** The spec of a column of a table, which stands in its first column. */
function tableSpec({ name, table, tableOf }: FieldPlan, consent: Consent): Spec | undefined {
  if (tableOf !== undefined) return { type: 'catbird.dataset', params: { of: tableOf, column: name } };
  if (table === undefined) return undefined;
  const names = table.members.map((members, i) => {
    const isConfirmed = (value: unknown): boolean => consent(table.paths[i] ?? '', value);
    const isCopied = table.areConfirmable[i] === true && members.some(({ value }) => isConfirmed(value));
    return isCopied
      ? namesOf(members, isConfirmed)
      : new Map(members.map(({ value, label }) => [value, label]));
  });
  const weight = table.columns.includes('weight') ? 'rows of the sample' : 'weight';
  const rows = table.rows.map(({ cells, count }) => ({
    ...Object.fromEntries(
      table.columns.map((column, i) => [
        column,
        cells[i] === null ? null : (names[i]?.get(cells[i]) ?? null),
      ]),
    ),
    [weight]: count,
  }));
  return { type: 'catbird.dataset', params: { column: name, weight, rows } };
}

export const structureOf = ({ count, nulls, missing }: FieldPlan): SchemaObject => ({
  ...(count === undefined ? {} : { count }),
  ...(nulls > 0 ? { nulls } : {}),
  ...(missing > 0 ? { missing } : {}),
});

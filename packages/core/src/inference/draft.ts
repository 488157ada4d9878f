import { namesOf } from './decide/enumerations.ts';
import type { Copied, Kind, Spec } from './decide/decision.ts';
import type { ShapeKind } from './definitions/shape.ts';
import type { FieldPlan } from './plan/field-plan.ts';

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

/** The schema of plans. */
export function draftOf(plans: readonly FieldPlan[], consent: Consent): Draft {
  const findings: Finding[] = [];
  return { schema: fieldsOf(plans, consent, findings), findings };
}

function fieldsOf(plans: readonly FieldPlan[], consent: Consent, findings: Finding[]): SchemaObject {
  const entries = plans.flatMap((plan): [string, unknown][] => {
    const { decision, path } = plan;
    const { spec, copied, copyable } = specOf(plan, consent);
    findings.push({
      path,
      kind: decision.kind,
      reason: decision.reason,
      confidence: Number(decision.confidence.toFixed(3)),
      spec,
      copied,
      copyable,
    });
    const fields = plan.fields === undefined ? {} : { fields: fieldsOf(plan.fields, consent, findings) };
    // A spec with confirmed values reads no helper.
    const helpers = copied.length > 0 ? [] : Object.entries(decision.helpers ?? {});
    return [...helpers, [plan.name, { ...spec, ...fields, ...structureOf(plan) }]];
  });
  // Own properties, whatever their names.
  return Object.fromEntries(entries);
}

/** The spec of a field with the values that are confirmed. */
function specOf(plan: FieldPlan, consent: Consent): Pick<Finding, 'spec' | 'copied' | 'copyable'> {
  const { decision, path } = plan;
  const { confirmable } = decision;
  const isConfirmed = (value: unknown): boolean => consent(path, value);
  const copyable = confirmable?.values ?? [];
  const copied = copyable.filter(({ value }) => isConfirmed(value));
  const own = copied.length > 0 ? confirmable?.spec(isConfirmed) : undefined;
  return { spec: tableSpec(plan, consent) ?? own ?? decision.spec, copied, copyable };
}

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

const structureOf = ({ count, nulls, missing }: FieldPlan): SchemaObject => ({
  ...(count === undefined ? {} : { count }),
  ...(nulls > 0 ? { nulls } : {}),
  ...(missing > 0 ? { missing } : {}),
});

import { copyOf } from './decide/enumerations.ts';
import type { Copied, Kind, Spec } from './decide/decision.ts';
import type { FieldPlan } from './plan/field-plan.ts';

/** What was decided about a field of the sample. */
export interface Finding {
  /** `user.address.city`, `items[].price`. */
  readonly path: string;
  readonly kind: Kind;
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

/** Whether the values of a field may be copied into the schema. */
export type Consent = (path: string) => boolean;

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
    const { confirmed } = decision;
    const isCopied = confirmed !== undefined && consent(path);
    const spec = tableSpec(plan, consent) ?? (isCopied ? confirmed.spec : decision.spec);
    findings.push({
      path,
      kind: decision.kind,
      reason: decision.reason,
      confidence: Number(decision.confidence.toFixed(3)),
      spec,
      copied: isCopied ? confirmed.copied : [],
      copyable: confirmed?.copied ?? [],
    });
    const fields = plan.fields === undefined ? {} : { fields: fieldsOf(plan.fields, consent, findings) };
    // A confirmed spec reads no helper.
    const helpers = isCopied ? [] : Object.entries(decision.helpers ?? {});
    return [...helpers, [plan.name, { ...spec, ...fields, ...structureOf(plan) }]];
  });
  // Own properties, whatever their names.
  return Object.fromEntries(entries);
}

/** The spec of a column of a table, which stands in its first column. */
function tableSpec({ name, table, tableOf }: FieldPlan, consent: Consent): Spec | undefined {
  if (tableOf !== undefined) return { type: 'catbird.dataset', params: { of: tableOf, column: name } };
  if (table === undefined) return undefined;
  const names = table.members.map((members, i) =>
    consent(table.paths[i] ?? '')
      ? copyOf(members)
      : new Map(members.map(({ value, label }) => [value, label])),
  );
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

import type { Copied, Spec } from '../decide/decision.ts';
import { numericLaw } from '../decide/numbers.ts';
import { isPersonal } from '../decide/personal.ts';
import type { Computed, Evidence, FieldPlan, Names } from '../plan/field-plan.ts';
import type { Column } from './search/described.ts';
import type { Data, Field, List } from './search/data.ts';
import type { Proven, Rules } from './search/search.ts';
import { expressionName, pathOf, type Writer } from './search/write.ts';

/** What rules are applied with. */
export interface Applying {
  readonly found: Rules;
  readonly usable: ReadonlyMap<string, readonly Proven[]>;
  /** Objects that are null by a rule: no path leads into them. */
  readonly nullable: readonly string[];
  readonly isAsked: (path: string) => boolean;
}

/** How a field reads another one: by a path, or by an expression only, if an object on the way may be null. */
function referenceTo(
  from: string,
  to: Field | List,
  { found, nullable }: Pick<Applying, 'found' | 'nullable'>,
): { readonly path?: string; readonly text: string } {
  const path = found.reference(from, to);
  const full = pathOf(to);
  const object = nullable.find((each) => full.startsWith(`${each}.`) && !from.startsWith(`${each}.`));
  if (object === undefined) return { path, text: expressionName(path) };
  const member = full.slice(object.length + 1);
  const read = expressionName(path.slice(0, -member.length - 1));
  return { text: `get(${read}, ${JSON.stringify(member)})` };
}

/** How a rule is written for a field. @param drawn the hidden field that it reads */
function writerOf({ path }: FieldPlan, applying: Applying, names: Names, drawn: string): Writer {
  return {
    ref: (to) => referenceTo(path, to, applying).text,
    value: ({ full, kind }, value) =>
      kind === 'flag' ? String(value) : JSON.stringify(names.value(full, value)),
    text: (text) => names.text(path, text, placeholderOf(text)),
    drawn: drawn === '' ? '…' : expressionName(drawn),
  };
}

/** A rule as a field writes it, with the rows that it holds in. @param drawn the hidden field that it reads */
export function evidenceOf(
  { write, checked }: Proven,
  plan: FieldPlan,
  applying: Applying,
  drawn = '',
): Evidence {
  return {
    ...checked,
    expression: (names) => write(writerOf(plan, applying, names, drawn)),
  };
}

/** A field that a rule computes. @param freeName a name for a hidden field beside it */
export function computed(
  plan: FieldPlan,
  rule: Proven,
  applying: Applying,
  freeName: (suffix: string) => string,
): FieldPlan {
  const { form, target, inputs, isInstant = false } = rule;
  const { decision } = plan;
  const suffix = rule.drawn?.name ?? (rule.ends === undefined ? undefined : 'end');
  const drawn = suffix === undefined ? '' : freeName(suffix);
  const evidence = evidenceOf(rule, plan, applying, drawn);
  const { data } = applying.found;
  const [input] = inputs;
  const spec = (names: Names): Spec => {
    const path = input === undefined ? undefined : referenceTo(plan.path, input, applying).path;
    if (form === 'equal' && !isInstant && path !== undefined) return { type: 'catbird.ref', params: path };
    if (rule.cases !== undefined && path !== undefined) return lookUp(plan, rule, path, names);
    const text = evidence.expression(names);
    return { type: 'catbird.expression', params: isInstant ? (decision.time?.print(text) ?? text) : text };
  };
  const keepsValues = form === 'threshold' || form === 'look-up';
  const { confirmable, helpers: _helpers, members, time: _time, ...rest } = decision;
  const made: Computed = {
    ...evidence,
    spec,
    helpers: helpersOf(plan, rule, data, drawn),
    texts: textsOf(rule),
  };
  return {
    ...plan,
    nulls: nullsOf(plan, target, inputs, data),
    isSettled: true,
    computed: made,
    decision: {
      ...rest,
      confidence: 1 - rule.checked.broken.length / rule.checked.rows,
      ...(keepsValues && members !== undefined ? { members } : {}),
      ...(keepsValues && confirmable !== undefined ? { confirmable } : {}),
    },
  };
}

/** A constant for each value of a field. */
function lookUp(
  { path }: FieldPlan,
  { cases = new Map(), inputs }: Proven,
  field: string,
  names: Names,
): Spec {
  const nameOf = (of: string, value: unknown): unknown =>
    typeof value === 'boolean' ? value : names.value(of, value);
  const named = [...cases].map(([key, value]) => [
    String(nameOf(inputs[0]?.full ?? '', key)),
    nameOf(path, value),
  ]);
  return { type: 'catbird.lookup', params: { field, cases: Object.fromEntries(named) } };
}

/** Decimals of a law. */
const MOST_DECIMALS = 12;

/** The hidden fields of a rule: the gaps, sizes or ends that are drawn. */
function helpersOf(
  plan: FieldPlan,
  { drawn: numbers, ends }: Proven,
  data: Data,
  name: string,
): Computed['helpers'] {
  if (numbers !== undefined) {
    const decimals = Math.min(MOST_DECIMALS, numbers.decimals);
    const values = [...numbers.of(data)]
      .filter((x) => !Number.isNaN(x))
      .map((x) => Number(x.toFixed(decimals)));
    const { spec } = numericLaw(values, decimals, '');
    return () => ({ [name]: { ...spec, hidden: true } });
  }
  if (ends === undefined) return () => ({});
  const sorted = [...ends].toSorted(([, a], [, b]) => b - a);
  return (names) => {
    const weights = new Map<string, number>();
    for (const [n, [end, count]] of sorted.entries()) {
      const text = names.text(plan.path, end, placeholderOf(end, n));
      weights.set(text, (weights.get(text) ?? 0) + count);
    }
    const params = { values: [...weights.keys()], weights: [...weights.values()] };
    return { [name]: { type: 'catbird.pickWeighted', params, hidden: true } };
  };
}

/** Texts seen less often are not offered: they may belong to one person. */
const LEAST_SEEN = 5;

/** Texts of the sample in a rule that may be copied. */
function textsOf({ texts = [], ends, checked: { rows } }: Proven): readonly Copied[] {
  const offered = [...(ends ?? [])].filter(([, count]) => count >= LEAST_SEEN);
  return [...texts.map((text) => [text, rows] as const), ...offered]
    .filter(([text]) => !isPersonal(text))
    .map(([value, count]) => ({ value, share: count / rows }));
}

/** The share of nulls in rows whose inputs are known: in the others, the value is null by itself. */
function nullsOf(plan: FieldPlan, target: Proven['target'], inputs: readonly Column[], data: Data): number {
  if (plan.nulls === 0 || !('table' in target)) return 0;
  const values = data.values(target);
  const own = inputs.filter(({ table }) => table === target.table).map((column) => data.values(column));
  const nulls = values.filter(
    (value, row) => value === null && own.every((of) => of[row] !== null && of[row] !== undefined),
  ).length;
  return nulls === 0 ? 0 : Number(Math.min(plan.nulls, nulls / values.length).toPrecision(3));
}

/** Domains that belong to nobody. */
const DOMAINS = ['example.com', 'example.org', 'example.net'];

const DOMAIN = /[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u;

const ADDRESS = /^(https?:\/\/)([^/]*)(.*)$/su;

/** A text of the same form with nothing of the original: other letters and digits, or a domain that belongs to nobody. */
function placeholderOf(text: string, n = 0): string {
  const [, scheme, host = '', rest = ''] = ADDRESS.exec(text) ?? [];
  if (scheme !== undefined) return `${scheme}${domainAsLong(host)}${masked(rest)}`;
  const domain = DOMAIN.exec(text)?.[0];
  if (domain !== undefined && !/^\d/.test(domain))
    return `${masked(text.slice(0, -domain.length))}${domainAsLong(domain, n)}`;
  return masked(text, n);
}

/** A domain that belongs to nobody, as long as another one if that is longer. */
function domainAsLong({ length }: string, n = 0): string {
  const domain = DOMAINS[n] ?? `mail${n + 1}.example`;
  const left = length - domain.length - 1;
  return left > 0 ? `${'x'.repeat(left)}.${domain}` : domain;
}

const masked = (text: string, n = 0): string =>
  text
    .replaceAll(/\p{N}/gu, '0')
    .replaceAll(/\p{Lu}/gu, 'X')
    .replaceAll(/(?!X)\p{L}/gu, String.fromCharCode(0x61 + ((n + 23) % 26)));

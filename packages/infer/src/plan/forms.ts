import { textsOf, type Column, like } from '../decide/column.ts';
import type { Decision, IsConfirmed, Kind } from '../decide/decision.ts';
import { formatIn } from '../decide/formats.ts';
import { decide } from '../decide/decide.ts';
import { timeIn } from '../decide/times.ts';

/** Share of the texts from which the others are exceptions to a form. */
const MOSTLY = 0.8;
/** Kinds of texts that say nothing about their form. */
const FORMLESS: ReadonlySet<Kind> = new Set(['pattern', 'text', 'key']);

/** Decides about a column. If most of its texts have one form and the others have not, each part is decided by itself. */
export function decideForms(column: Column): Decision {
  const decision = decide(column);
  if (!FORMLESS.has(decision.kind) || column.profile.texts === 0) return decision;
  const texts = textsOf(column);
  const hasForm = formatIn(column, MOSTLY) ?? timeIn(texts, MOSTLY);
  const parts = hasForm === undefined ? [] : [texts.filter(hasForm), texts.filter((text) => !hasForm(text))];
  if (parts.length === 0 || parts.some((part) => part.length === 0)) return decision;
  return mixedOf(
    parts.map((part) => ({ weight: part.length, decision: decide(like(column, part)) })),
    'Texts of several forms',
  );
}

/** One of several decisions by weight. */
export function mixedOf(
  options: readonly { readonly weight: number; readonly decision: Decision }[],
  what: string,
): Decision {
  const helpers = options.flatMap(({ decision }) => Object.entries(decision.helpers ?? {}));
  const values = options.flatMap(({ decision }) => decision.confirmable?.values ?? []);
  const specOf = (isConfirmed: IsConfirmed) => ({
    type: 'oneOf',
    params: options.map(({ weight, decision: { spec, confirmable } }) => {
      const isCopied = confirmable?.values.some(({ value }) => isConfirmed(value)) === true;
      return { weight, field: isCopied ? confirmable.spec(isConfirmed) : spec };
    }),
  });
  return {
    kind: 'mixed',
    reason: `${what}: ${options.map(({ decision }) => decision.kind).join(', ')}`,
    confidence: 0.7,
    spec: specOf(() => false),
    ...(helpers.length === 0 ? {} : { helpers: Object.fromEntries(helpers) }),
    ...(values.length === 0 ? {} : { confirmable: { spec: specOf, values } }),
  };
}

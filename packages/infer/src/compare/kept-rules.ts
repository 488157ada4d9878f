import type { Row } from '../observe/observe.ts';
import { dataOf } from '../rules/search/data.ts';
import type { Check } from '../rules/search/rule.ts';
import { rulesOf, type Proven, type Rules } from '../rules/search/search.ts';
import { expressionName, pathOf } from '../rules/search/write.ts';
import { noiseOf, verdictBy } from './distance.ts';
import type { Known } from '../rules/search/described.ts';

/** A rule of the sample, and how many generated rows keep it. */
export interface RuleComparison {
  /** The field that it is about: `items[].amount`. */
  readonly path: string;
  /** `total = round(qty * price, 2)`, or `card only if type == "card"`. */
  readonly rule: string;
  readonly verdict: 'alike' | 'close' | 'different';
  readonly original: KeptRows;
  readonly generated: KeptRows;
}

/** Rows, or elements of a list, that a rule says something about, and those of them that keep it. */
export interface KeptRows {
  readonly rows: number;
  readonly kept: number;
}

/** Shares of kept rows that are apart by these at most are alike and close, if chance does not explain more. */
const LIMITS = { alike: 0.01, close: 0.05 };

/** Finds the rules of a sample, and counts the generated rows that keep them. */
export function compareRules(original: readonly Row[], generated: readonly Row[]): RuleComparison[] {
  const found = rulesOf(original, knownOf(original));
  if (found.rules.length === 0) return [];
  const data = dataOf(generated);
  let again: Rules | undefined;
  /** Values that were not copied have other names, so that the rule must be found again. */
  const renamed = ({ form, target }: Proven): Check | undefined =>
    (again ??= rulesOf(generated, knownOf(generated))).rules.find(
      (rule) => rule.form === form && pathOf(rule.target) === pathOf(target),
    )?.checked;
  return found.rules.map((rule) => {
    const kept = keptOf(rule.check(data));
    const isKept = verdictOf(keptOf(rule.checked), kept) === 'alike';
    return comparedRule(rule, found, isKept ? kept : betterOf(kept, keptOf(renamed(rule))));
  });
}

const keptOf = ({ rows, broken }: Check = { rows: 0, broken: [] }): KeptRows => ({
  rows,
  kept: rows - broken.length,
});

const betterOf = (a: KeptRows, b: KeptRows): KeptRows => (shareOf(b) > shareOf(a) ? b : a);

const shareOf = ({ rows, kept }: KeptRows): number => (rows === 0 ? 0 : kept / rows);

function comparedRule(rule: Proven, found: Rules, generated: KeptRows): RuleComparison {
  const path = pathOf(rule.target);
  const original = keptOf(rule.checked);
  return {
    path,
    rule: ruleText(rule, path, found),
    verdict: verdictOf(original, generated),
    original,
    generated,
  };
}

/** Generated rows may keep a rule better than those of the sample. */
function verdictOf(original: KeptRows, generated: KeptRows): RuleComparison['verdict'] {
  const apart = shareOf(original) - shareOf(generated);
  if (apart <= 0) return 'alike';
  // A rule that no row of the sample breaks leaves nothing to chance.
  const share = 1 - shareOf(original);
  const noise = Math.sqrt(share * (1 - share)) * noiseOf(original.rows, Math.max(1, generated.rows));
  return verdictBy(LIMITS, apart, noise);
}

function ruleText({ form, write }: Proven, path: string, { reference }: Rules): string {
  const expression = write({
    ref: (to) => expressionName(reference(path, to)),
    value: (_, value) => JSON.stringify(value),
    text: (text) => text,
    drawn: '…',
  });
  if (form === 'present') return `${path} only if ${expression}`;
  return form === 'null' ? `${path} not null only if ${expression}` : `${path} = ${expression}`;
}

/** Share of neighbours in order from which values come from the order of rows. */
const ORDERED = 0.97;

/** What is known of the columns of rows without their plans: counters, and times in the order of the rows, follow no rule. */
export function knownOf(rows: readonly Row[]): Known {
  const data = dataOf(rows);
  const table = { path: '', parent: undefined };
  return {
    isUsable: () => true,
    isFixed(full) {
      if (full.includes('[]')) return false;
      const field = { table, path: full };
      return [false, true].some((isTime) => isRising(data.numbers({ ...field, isTime })));
    },
  };
}

function isRising(numbers: Float64Array): boolean {
  const known = numbers.filter((each) => !Number.isNaN(each));
  if (known.length < 2) return false;
  let rising = 0;
  for (let i = 1; i < known.length; i++) if ((known[i] ?? 0) > (known[i - 1] ?? 0)) rising++;
  return rising >= ORDERED * (known.length - 1);
}

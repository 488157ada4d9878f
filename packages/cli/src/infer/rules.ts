import { keptRows, type RuleFinding, type Sample } from '@catbird/infer';

/** Rules that are listed; more are counted. */
const LISTED = 20;
/** Rows that break a rule, by their numbers. */
const NAMED_ROWS = 5;

interface Listing {
  /** All rows were kept, so that their indexes are those of the sample. */
  readonly isWhole: boolean;
  /** All rules are listed. */
  readonly isExplained: boolean;
}

/** The rules that generated rows keep, and those that some rows of the sample break. */
export function ruleLines(rules: readonly RuleFinding[], { isWhole, isExplained }: Listing): string[] {
  const used = rules.filter(({ isUsed }) => isUsed);
  const shown = isExplained ? used : used.slice(0, LISTED);
  const more = used.length - shown.length;
  return [
    ...(used.length === 0 ? [] : ['Rules that generated rows keep:']),
    ...shown.map((rule) => `  ${rule.rule}: ${keptRows(rule)}`),
    ...(more === 0 ? [] : [`  and ${more} more, which --explain lists`]),
    ...rules.filter(({ isUsed }) => !isUsed).map((rule) => brokenLine(rule, isWhole)),
  ];
}

function brokenLine(rule: RuleFinding, isWhole: boolean): string {
  const { path, broken } = rule;
  const numbers = broken.slice(0, NAMED_ROWS).map((row) => row + 1);
  const where = isWhole && !path.includes('[]') ? `, not in ${rowWords(numbers, broken.length)}` : '';
  return `Not kept: ${rule.rule}: ${keptRows(rule)}${where}. --with-rule ${path} keeps it`;
}

const rowWords = (numbers: readonly number[], count: number): string =>
  `${count === 1 ? 'row' : 'rows'} ${numbers.join(', ')}${count > numbers.length ? ', …' : ''}`;

/** The fields of samples that have rules. */
export function rulePaths(samples: readonly Sample[], isSplit: boolean): ReadonlySet<string> {
  const parts: readonly Pick<Sample, 'draft'>[] = samples.flatMap<Pick<Sample, 'draft'>>((sample) =>
    isSplit && sample.types !== undefined ? sample.types.samples : [sample],
  );
  return new Set(parts.flatMap(({ draft }) => draft().rules.map(({ path }) => path)));
}

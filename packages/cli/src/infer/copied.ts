import { CATEGORIES_ONLY, type Consent, type Copied, type Finding } from '@catbird/core/internal/inference';

/** What is copied: nothing, short words of categories, or all values that repeat. */
export type Copy = 'none' | 'categories' | 'enums';

/** Which values may be copied. */
export const CONSENT: Readonly<Record<Copy, Consent>> = {
  none: () => false,
  categories: CATEGORIES_ONLY,
  enums: () => true,
};

/** What the schema has of the sample if nothing is copied. */
const NOTHING_COPIED =
  'No text of the sample is in the schema. Of its numbers, only rounded bounds and frequent round values are.';

/** Values that are listed in full; more are counted. */
const LISTED = 300;

/** What of the sample is in the schema, value by value; and what could be. */
export function copiedLines(findings: readonly Finding[], copy: Copy): string[] {
  const isByDefault = copy === 'categories';
  const copied = findings.filter((each) => each.copied.length > 0);
  const offered = findings.filter((each) => each.copied.length === 0 && each.copyable.length > 0);
  return [
    ...(copied.length === 0 ? [NOTHING_COPIED] : []),
    ...copied.map(
      ({ path, copied: values }) =>
        `Copied from ${path}: ${listed(values)}${isByDefault ? '. --copy none copies nothing' : ''}`,
    ),
    ...(offered.length === 0
      ? []
      : [`--copy enums would copy the values of ${offered.map(({ path }) => path).join(', ')}.`]),
  ];
}

function listed(values: readonly Copied[]): string {
  const shown = values
    .slice(0, LISTED)
    .map(({ value, share }) => `${JSON.stringify(value)} (${percent(share)})`);
  const more = values.length - shown.length;
  return shown.join(', ') + (more > 0 ? `, and ${more} more` : '');
}

const percent = (share: number): string => `${Number((share * 100).toPrecision(2))} %`;

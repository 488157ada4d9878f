import { CATEGORIES_ONLY, type Consent, type Copied, type Finding } from '@catbird/infer';

/** What is copied: nothing, words of categories, or all values that repeat; and the values of some fields. */
export interface Copy {
  readonly kind: CopyKind;
  readonly fields: readonly string[];
}

const COPY_KINDS = ['none', 'categories', 'enums'] as const;
type CopyKind = (typeof COPY_KINDS)[number];

/** What is copied by default. */
const DEFAULT_COPY: Copy = { kind: 'categories', fields: [] };

const CONSENT: Readonly<Record<CopyKind, Consent>> = {
  none: () => false,
  categories: CATEGORIES_ONLY,
  enums: () => true,
};

/** What a person asked for: kinds and names of fields. The last kind counts; names are copied beside categories. */
export function copyOf(asked: readonly string[]): Copy {
  const kinds = asked.flatMap((text) => COPY_KINDS.filter((kind) => kind === text));
  const fields = asked.filter((text) => !COPY_KINDS.some((kind) => kind === text));
  return { kind: kinds.at(-1) ?? DEFAULT_COPY.kind, fields };
}

/** Which values may be copied. */
export const consentOf =
  ({ kind, fields }: Copy): Consent =>
  (path, value, isCategory) =>
    fields.includes(path) || CONSENT[kind](path, value, isCategory);

/** Why a field that was named is not copied. */
export function unknownCopy(findings: readonly Finding[], { fields }: Copy): string | undefined {
  const offered = findings.filter(({ copyable }) => copyable.length > 0).map(({ path }) => path);
  const unknown = fields.find((field) => !offered.includes(field));
  if (unknown === undefined) return undefined;
  const those =
    offered.length === 0 ? 'No field does' : `Fields that do: ${[...new Set(offered)].join(', ')}`;
  return `No field ${unknown} has values to copy. ${those}. Or use --copy ${COPY_KINDS.join(', ')}`;
}

/** What the schema has of the sample if nothing is copied. */
const NOTHING_COPIED =
  'No text of the sample is in the schema, except names of fields and beginnings of keys. Of its numbers, only rounded bounds and frequent round values are.';

/** Values that are listed in full; more are counted. */
const LISTED = 300;

/** What of the sample is in the schema, value by value; and what could be. */
export function copiedLines(findings: readonly Finding[], copy: Copy): string[] {
  const isByDefault = copy.kind === 'categories';
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
      : [
          `--copy NAME copies the values of one of these fields, --copy enums of all: ${offered.map(({ path }) => path).join(', ')}.`,
        ]),
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

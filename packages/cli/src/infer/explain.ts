import type { Alternatives, Copied, Finding, Sample } from '@catbird/core/inference';

/** What the schema has of the sample if nothing is copied. */
const NOTHING_COPIED =
  'No text of the sample is in the schema. Of its numbers, only rounded bounds and frequent round values are.';

/** Values that are listed in full; more are counted. */
const LISTED = 300;

/** What was decided field by field, and why; and what else a field could be if that is as likely. */
export function explained(
  findings: readonly Finding[],
  alternatives: ReadonlyMap<string, Alternatives>,
): string[] {
  return findings.flatMap(({ path, kind, reason, confidence, spec }) => [
    `${path}: ${kind} (${Math.floor(confidence * 100)} %)`,
    `    ${reason}`,
    ...(kind === 'object' ? [] : [`    → ${spec.type}`]),
    ...doubts(alternatives.get(path)),
  ]);
}

const doubts = (found: Alternatives | undefined): string[] =>
  found?.isAmbiguous === true ? [`    or: ${found.names.join(', ')}`] : [];

/** What of the sample is in the schema, value by value; and what could be. */
export function copiedLines(findings: readonly Finding[]): string[] {
  const copied = findings.filter((each) => each.copied.length > 0);
  const offered = findings.filter((each) => each.copied.length === 0 && each.copyable.length > 0);
  return [
    ...(copied.length === 0 ? [NOTHING_COPIED] : []),
    ...copied.map(({ path, copied: values }) => `Copied from ${path}: ${listed(values)}`),
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

/** The pace of the events, if they have a time. */
export function paceLines({ eventTime }: Sample): string[] {
  if (eventTime === undefined) return [];
  const { path, eventsPerSecond, hours } = eventTime;
  const options = [
    ...(eventsPerSecond === undefined ? [] : [`--eps ${eventsPerSecond}`]),
    ...(hours === undefined ? [] : [`--rate '${JSON.stringify({ day: hours })}'`]),
  ];
  return [
    `${path} is the time of the event.${options.length === 0 ? '' : ` The pace of the sample: ${options.join(' ')}`}`,
  ];
}

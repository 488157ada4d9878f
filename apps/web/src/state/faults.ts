import type { Faults } from '@catbird/core';
import type { Errors, Values } from './settings.ts';

/** A fault that a person may ask for, as a field of the form. */
export interface FaultSetting {
  /** Name in the link and in errors. */
  readonly name: 'duplicates' | 'late' | 'reordering' | 'malformed' | 'dropped';
  readonly label: string;
  readonly help: string;
  /** Least and greatest number. */
  readonly range: readonly [min: number, max: number];
  /** Whole numbers only. */
  readonly whole: boolean;
}

/** What may go wrong with rows, by seed. */
export const FAULTS: readonly FaultSetting[] = [
  {
    name: 'duplicates',
    label: 'Duplicates, %',
    help: 'Sent again within 100 rows.',
    range: [0, 90],
    whole: false,
  },
  {
    name: 'late',
    label: 'Late, %',
    help: 'Event times lie back, a minute on average.',
    range: [0, 100],
    whole: false,
  },
  {
    name: 'reordering',
    label: 'Reordering, rows',
    help: 'Rows change places within so many.',
    range: [2, 1_000_000],
    whole: true,
  },
  {
    name: 'malformed',
    label: 'Malformed lines, %',
    help: 'Cut off, a quote missing, a wrong type and so on.',
    range: [0, 100],
    whole: false,
  },
  { name: 'dropped', label: 'Dropped, %', help: 'Never sent.', range: [0, 90], whole: false },
];

/** Average delay of late rows, in milliseconds. */
const LATE_MS = 60_000;

/** The faults of a form's texts, or what is wrong with these. Without any, no faults. */
export function checkFaults(values: Values = {}): {
  readonly faults: Faults | undefined;
  readonly errors: Errors;
} {
  const errors: Record<string, readonly string[]> = {};
  const asked = new Map<string, number>();
  for (const {
    name,
    range: [min, max],
    whole,
  } of FAULTS) {
    const text = values[name]?.trim() ?? '';
    const number = Number(text);
    if (text === '' || text === '0') continue;
    const fits = number >= min && number <= max && (!whole || Number.isInteger(number));
    if (fits) asked.set(name, number);
    else
      errors[name] = [
        `Must be ${whole ? 'a whole number' : 'a number'} from ${min} to ${max.toLocaleString('en')}`,
      ];
  }
  return { faults: asked.size === 0 ? undefined : faultsOf(asked), errors };
}

function faultsOf(asked: ReadonlyMap<string, number>): Faults {
  const share = (name: FaultSetting['name']): number | undefined => {
    const percent = asked.get(name);
    // Through a text, so that 0.1 % is 0.001 and not 0.0010000000000000002.
    return percent === undefined ? undefined : Number((percent / 100).toPrecision(12));
  };
  const [duplicates, late, malformed, dropped] = [
    share('duplicates'),
    share('late'),
    share('malformed'),
    share('dropped'),
  ];
  const window = asked.get('reordering');
  return {
    ...(duplicates !== undefined && { duplicates: { share: duplicates } }),
    ...(late !== undefined && { late: { share: late, delayMs: { mean: LATE_MS } } }),
    ...(window !== undefined && { reordering: { window } }),
    ...(malformed !== undefined && { malformed: { share: malformed } }),
    ...(dropped !== undefined && { dropped: { share: dropped } }),
  };
}

/** The texts for a link: `duplicates:1,late:2.5`; undefined when there are none. */
export function faultsText(values: Values = {}): string | undefined {
  const said = FAULTS.flatMap(({ name }) => (values[name] ? [`${name}:${values[name].trim()}`] : []));
  return said.length === 0 ? undefined : said.join(',');
}

/** The inverse of `faultsText`; what is no fault is left out. */
export function readFaults(text: string | undefined): Values {
  const pairs = (text ?? '').split(',').map((part) => part.split(':'));
  const known = pairs.flatMap(([name = '', value = '']) =>
    FAULTS.some((fault) => fault.name === name) ? [[name, value] as const] : [],
  );
  return Object.fromEntries(known);
}

import type { Issue, Result, Faults } from '@catbird/engine';
import type { Values } from './config.ts';

/** A fault to inject, as a field of the form. */
export interface FaultSetting {
  /** Name in the link and in errors. */
  readonly name: 'duplicates' | 'late' | 'reordering' | 'malformed' | 'dropped';
  readonly label: string;
  readonly help: string;
  /** Inclusive. */
  readonly range: readonly [min: number, max: number];
  /** Whole numbers only. */
  readonly whole: boolean;
}

/** The faults of the form. */
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
    help: 'Timestamps a minute old, on average.',
    range: [0, 100],
    whole: false,
  },
  {
    name: 'reordering',
    label: 'Reordering, rows',
    help: 'Shuffle rows within this window.',
    range: [2, 1_000_000],
    whole: true,
  },
  {
    name: 'malformed',
    label: 'Malformed lines, %',
    help: 'Truncated lines, missing quotes, wrong types and so on.',
    range: [0, 100],
    whole: false,
  },
  {
    name: 'dropped',
    label: 'Dropped, %',
    help: 'Skipped on purpose, never sent.',
    range: [0, 90],
    whole: false,
  },
];

/** What is set, in a line: `2 % duplicates, 5 % late`. */
export function faultsLine(values: Values): string {
  const set = FAULTS.flatMap(({ name, label }) => {
    const value = values[name] ?? '';
    const [what = '', unit = ''] = label.toLowerCase().split(', ');
    return value === '' || value === '0' ? [] : [`${value} ${unit} ${what}`];
  });
  return set.length === 0 ? 'None. Late, duplicate, malformed or missing events, on purpose' : set.join(', ');
}

/** Mean delay of late rows. */
const LATE_MS = 60_000;

/** Parses the form's texts: the faults, undefined if there are none. */
export function checkFaults(values: Values = {}): Result<{ readonly faults: Faults | undefined }> {
  const issues: Issue[] = [];
  const numbers = new Map<string, number>();
  for (const setting of FAULTS) {
    const text = values[setting.name]?.trim() ?? '';
    if (text === '' || text === '0') continue;
    const error = rangeError(setting, Number(text));
    if (error === undefined) numbers.set(setting.name, Number(text));
    else issues.push({ path: [setting.name], message: error });
  }
  if (issues.length > 0) return { ok: false, issues };
  return { ok: true, faults: numbers.size === 0 ? undefined : faultsOf(numbers) };
}

function rangeError({ range: [min, max], whole }: FaultSetting, number: number): string | undefined {
  if (number >= min && number <= max && (!whole || Number.isInteger(number))) return undefined;
  return `Must be ${whole ? 'a whole number' : 'a number'} from ${min} to ${max.toLocaleString('en')}`;
}

function faultsOf(numbers: ReadonlyMap<string, number>): Faults {
  const share = (name: FaultSetting['name']): number | undefined => {
    const percent = numbers.get(name);
    // Rounded, so that 0.1 % is 0.001 and not 0.0010000000000000002.
    return percent === undefined ? undefined : Number((percent / 100).toPrecision(12));
  };
  const [duplicates, late, malformed, dropped] = [
    share('duplicates'),
    share('late'),
    share('malformed'),
    share('dropped'),
  ];
  const window = numbers.get('reordering');
  return {
    ...(duplicates !== undefined && { duplicates: { share: duplicates } }),
    ...(late !== undefined && { late: { share: late, delayMs: { mean: LATE_MS } } }),
    ...(window !== undefined && { reordering: { window } }),
    ...(malformed !== undefined && { malformed: { share: malformed } }),
    ...(dropped !== undefined && { dropped: { share: dropped } }),
  };
}

/** The form's texts for a link: `duplicates:1,late:2.5`; undefined if empty. */
export function faultsText(values: Values = {}): string | undefined {
  const pairs = FAULTS.flatMap(({ name }) => (values[name] ? [`${name}:${values[name].trim()}`] : []));
  return pairs.length === 0 ? undefined : pairs.join(',');
}

/** The inverse of `faultsText`. Unknown names are ignored. */
export function readFaults(text: string | undefined): Values {
  const pairs = (text ?? '').split(',').map((part) => part.split(':'));
  const known = pairs.flatMap(([name = '', value = '']) =>
    FAULTS.some((fault) => fault.name === name) ? [[name, value] as const] : [],
  );
  return Object.fromEntries(known);
}

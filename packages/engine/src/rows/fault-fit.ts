import { placedText, under, type Issue } from '../model/issue.ts';
import type { Schema } from '../model/schema.ts';
import { seedOf } from '../numeric/random.ts';
import type { Timeline } from '../time/timeline.ts';
import { readDrift } from './drift.ts';
import { driftStart } from './drift-settings.ts';
import type { Faults } from './fault-settings.ts';
import { heldOrder, type HeldOrder } from './held-order.ts';
import { findField } from './named-field.ts';
import { rowFaultsOf, type RowFaults } from './row-faults.ts';

/** A stream, as far as it has to be known before its rows. */
export interface FaultyStream {
  readonly schema: Schema;
  /** Event times are computed. */
  readonly isTimed: boolean;
  /** Rows per second of a constant rate without computed times. Absent: there is none. */
  readonly perSecond?: number | undefined;
}

/** Why the rows of a stream cannot have these faults, in sentences. */
export const unfitSettings = ({ offline, drift }: Faults, stream: FaultyStream): readonly Issue[] => [
  ...(offline === undefined ? [] : offlineIssues(offline.by, stream)),
  ...(drift === undefined ? [] : driftIssues(drift, stream)),
];

function offlineIssues(by: string, { schema, isTimed }: FaultyStream): readonly Issue[] {
  const key = findField(schema, by);
  return [
    ...(key.ok ? [] : under(['offline', 'by'], key.issues)),
    ...(isTimed
      ? []
      : [
          {
            path: ['offline'],
            message:
              'Devices are offline for some time, so event times must be computed: add from, such as now',
          },
        ]),
  ];
}

function driftIssues(
  drift: NonNullable<Faults['drift']>,
  { schema, isTimed, perSecond }: FaultyStream,
): readonly Issue[] {
  const read = readDrift(schema, drift);
  const unknown = drift.flatMap((entry, i) => {
    const start = driftStart(entry);
    const isKnown = 'row' in start || isTimed || ('afterMs' in start && perSecond !== undefined);
    return isKnown ? [] : [i];
  });
  return [
    ...(read.ok ? [] : under(['drift'], read.issues)),
    ...unknown.map((i) => ({
      path: ['drift', i, 'at'],
      message:
        'Rows have the time at which they are sent, so none is known by its time: add from, such as now, or give the number of a row',
    })),
  ];
}

/** The stream whose rows have faults. */
export interface FaultContext {
  /** The seed, as in `compile`. */
  readonly seed: number | string;
  /** The schema of the rows. `drift` and `offline` depend on it. */
  readonly schema?: Schema | undefined;
  /** The computed event times of the rows. `offline` depends on them, and so does `drift` from an instant on. */
  readonly timeline?: Timeline | undefined;
  /** Rows per second of a constant rate without computed times, for `drift` after some time. */
  readonly perSecond?: number | undefined;
}

/** What follows from faults in the rows of a stream. */
export interface FaultFit {
  /** Why its rows cannot have these faults. */
  readonly issues: (faults: Faults) => readonly Issue[];
  /** The order in which rows are heard whose devices are offline at times. Undefined: none is. */
  readonly order: HeldOrder | undefined;
  /** The faults of rows with settings. @throws RangeError with the first of the issues */
  readonly rowFaults: (faults: Faults) => (row: number) => RowFaults;
}

/** @throws RangeError with the first issue of the faults */
export function newFit(initial: Faults, { seed, schema, timeline, perSecond }: FaultContext): FaultFit {
  const issues = (faults: Faults): readonly Issue[] => {
    if (schema !== undefined)
      return [
        ...unfitSettings(faults, { schema, isTimed: timeline !== undefined, perSecond }),
        ...(isOther(faults.offline, initial.offline)
          ? [
              {
                path: ['offline'],
                message: 'Devices are offline from the beginning of the stream, and as they were there',
              },
            ]
          : []),
      ];
    return (['offline', 'drift'] as const)
      .filter((name) => faults[name] !== undefined)
      .map((name) => ({ path: [name], message: 'It depends on the schema of the rows, which is not given' }));
  };
  const check = (faults: Faults): void => {
    const [first] = issues(faults);
    if (first !== undefined) throw new RangeError(placedText(first));
  };
  check(initial);
  return {
    issues,
    order: orderOf(initial.offline, { seed, schema, timeline }),
    rowFaults(faults) {
      check(faults);
      const read = schema && readDrift(schema, faults.drift ?? []);
      const drift = faults.drift !== undefined && read?.ok === true ? read.drift : undefined;
      return rowFaultsOf(faults, seedOf(seed), { drift, clock: { timeline, perSecond } });
    },
  };
}

/** Whether settings of a change are others than those of the stream. Absent, they stay. */
const isOther = (changed: Faults['offline'], initial: Faults['offline']): boolean =>
  changed !== undefined && JSON.stringify(changed) !== JSON.stringify(initial);

function orderOf(
  offline: Faults['offline'],
  { seed, schema, timeline }: Pick<FaultContext, 'seed' | 'schema' | 'timeline'>,
): HeldOrder | undefined {
  if (offline === undefined || schema === undefined || timeline === undefined) return undefined;
  const key = findField(schema, offline.by);
  return key.ok ? heldOrder({ offline, key: key.found, seed, timeline }) : undefined;
}

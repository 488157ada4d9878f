import {
  incidentWindows,
  instantText,
  type Incident,
  type IncidentRun,
  type IncidentWindow,
} from '@catbird/engine';

/** What an incident did to a stream: a line of `catbird labels`, which `catbird score` reads. */
export interface IncidentLabel {
  readonly incident: string;
  /** Its number among those of the incident. That of another stream is the same. */
  readonly occurrence: number;
  /** Absent: the config has a single stream without a name. */
  readonly stream?: string;
  readonly from: string;
  readonly to: string;
  readonly drawn?: Readonly<Record<string, unknown>>;
  /** Numbers of the first row and the last. Absent: there is none. */
  readonly rows?: readonly [first: number, last: number];
  /** How many rows would have been others without it. */
  readonly affected: number;
  /** The factor of the rate at full strength. Absent: it stays. */
  readonly rate?: number;
  readonly expect?: unknown;
  /** Why it does not count: the run cuts it, or it changed nothing. */
  readonly skipped?: string;
}

/** A row that an incident changed. */
export interface AffectedRow {
  readonly incident: string;
  readonly occurrence: number;
  readonly stream?: string;
  readonly row: number;
}

/** A run whose incidents are labelled. */
export interface LabelledRun extends IncidentRun {
  /** The name of the stream, if there are several. */
  readonly name: string | undefined;
  /** The incidents of the config, for the alerts that they expect. */
  readonly incidents: readonly Incident[];
  /** The time to label: that of the run. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** The labels of a stream, in order of time. Only the rows of windows are made. */
export function* labelsOf(run: LabelledRun): Generator<IncidentLabel> {
  for (const window of windowsOf(run)) {
    let affected = 0;
    for (const _ of window.affected()) affected++;
    yield labelOf(window, affected, run);
  }
}

/** The rows that incidents changed, one after the other. A row that two of them changed comes twice. */
export function* affectedRows(run: LabelledRun): Generator<AffectedRow> {
  for (const window of windowsOf(run)) {
    const { occurrence, incident } = window;
    const about = { incident: incident.times.name, occurrence: occurrence.number, ...nameOf(run) };
    for (const { row } of window.affected()) yield { ...about, row };
  }
}

const windowsOf = (run: LabelledRun): readonly IncidentWindow[] => incidentWindows(run, run.fromMs, run.toMs);

const nameOf = ({ name }: LabelledRun): { readonly stream?: string } =>
  name === undefined ? {} : { stream: name };

function labelOf(window: IncidentWindow, affected: number, run: LabelledRun): IncidentLabel {
  const { incident, occurrence, first, end } = window;
  const { startMs, endMs, drawn } = occurrence;
  const { name } = incident.times;
  const rate = incident.effects?.rate ?? 1;
  const expect = expectOf(run.incidents.find(({ times }) => times.name === name)?.expect, drawn);
  const skipped = whySkipped(occurrence, { affected, rate }, run);
  return {
    incident: name,
    occurrence: occurrence.number,
    ...nameOf(run),
    from: instantText(startMs),
    to: instantText(endMs),
    ...(Object.keys(drawn).length > 0 && { drawn }),
    ...(end > first && { rows: [first, end - 1] as const }),
    affected,
    ...(rate !== 1 && { rate }),
    ...(expect !== undefined && { expect }),
    ...(skipped !== undefined && { skipped }),
  };
}

/** Why a window does not count; undefined: it does. */
function whySkipped(
  { startMs, endMs }: IncidentWindow['occurrence'],
  { affected, rate }: { readonly affected: number; readonly rate: number },
  { fromMs, toMs }: LabelledRun,
): string | undefined {
  if (startMs < fromMs || endMs > toMs) return 'cut: the run does not have all of it';
  return affected === 0 && rate === 1 ? 'no effect: no row changed' : undefined;
}

/** The expected alert, with what was drawn in its labels. */
function expectOf(expect: Incident['expect'], drawn: Readonly<Record<string, unknown>>): unknown {
  if (expect === undefined || expect === 'none' || expect.alert === undefined) return expect;
  const labels = Object.entries(expect.alert).map(([label, text]) => {
    const [, key = ''] = /^drawn\.(\w+)$/.exec(text) ?? [];
    return [label, key === '' ? text : String(drawn[key])];
  });
  return { ...expect, alert: Object.fromEntries(labels) };
}

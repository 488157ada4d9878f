/** Texts by name, as alerts carry them. */
export type Labels = Readonly<Record<string, string>>;

/** A stretch of time, in milliseconds since 1970. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A window of time in which something was wrong, or only looked like it. */
export interface Incident extends Span {
  readonly name: string;
  /** What tells this occurrence from others of its name. For people. */
  readonly drawn: Labels;
  /** Rows that it changed, if known. */
  readonly affected?: number;
  /** The labels that an alert must have to detect it, empty for any alert; or `none`: no alert may fire. */
  readonly expected: Labels | 'none';
  /** Maximum delay of its first alert, in milliseconds. Default: that of the options. */
  readonly withinMs?: number;
  /** Maximum time that its alerts may go on after its end, in milliseconds. Default: that of the options. */
  readonly clearsMs?: number;
}

/** An alert, from when it fires until it is resolved. */
export interface Alert {
  readonly fromMs: number;
  /** Undefined: it still fires. */
  readonly toMs?: number | undefined;
  readonly labels: Labels;
}

/** How alerts are judged. Times are in milliseconds. */
export interface ScoreOptions {
  /** The beginning of the judged time. Default: the first instant of incidents and alerts. */
  readonly fromMs?: number | undefined;
  /** Its end. Default: their last instant. */
  readonly toMs?: number | undefined;
  /** How long after the end of an incident an alert may still detect it. */
  readonly graceMs: number;
  /** For incidents without their own. Default: any delay is right. */
  readonly withinMs?: number | undefined;
  /** For incidents without their own. Default: alerts may go on. */
  readonly clearsMs?: number | undefined;
  /** Incidents that may be missed. Default: 0. */
  readonly allowMissed?: number | undefined;
  /** Alerts that may be false. Default: 0. */
  readonly allowFalseAlarms?: number | undefined;
}

/** What may be wrong with the alerts of an incident. */
export type Problem = 'missed' | 'late' | 'not cleared';

/** An incident that expects an alert, and what its alerts did. */
export interface JudgedIncident extends Incident {
  readonly expected: Labels;
  readonly problems: readonly Problem[];
  /** From its beginning to its first alert. Undefined: missed. */
  readonly delayMs?: number;
  /** From its end to that of its last alert, negative before it. Infinity: still firing. Undefined: missed. */
  readonly overMs?: number;
  /** Whether a fitting alert was firing already when it began, if it was missed. */
  readonly wasFiring: boolean;
}

/** An alert that detects nothing, and the incidents in whose windows it began. */
export interface FalseAlarm extends Alert {
  readonly near: readonly Incident[];
}

/** One of the things that the verdict follows from. */
export interface Check {
  readonly name: Problem | 'false alarms';
  readonly count: number;
  readonly allowed: number;
  readonly verdict: 'right' | 'wrong';
}

/** How well alerts fit incidents. Shares are undefined where there is nothing to divide by. */
export interface Score {
  readonly verdict: 'right' | 'wrong';
  readonly checks: readonly Check[];
  /** The time that was judged. */
  readonly span: Span;
  /** Those that expect an alert and lie in the span, by time. */
  readonly incidents: readonly JudgedIncident[];
  /** By time. */
  readonly falseAlarms: readonly FalseAlarm[];
  /** Incidents that expect an alert, but are not wholly in the span. Neither they nor their alerts count. */
  readonly cut: number;
  readonly detected: number;
  /** Alerts that count, false ones included. */
  readonly alerts: number;
  /** The share of alerts that detect an incident. */
  readonly precision: number | undefined;
  /** The share of incidents that are detected. */
  readonly recall: number | undefined;
  /** The harmonic mean of precision and recall. */
  readonly f1: number | undefined;
  /** Of detected incidents, in milliseconds; the median is the lower one. */
  readonly delay: { readonly p50: number; readonly max: number } | undefined;
  /** The share of the time without incidents in which false alarms fire. */
  readonly falseTime: number | undefined;
  /** In the time without incidents. */
  readonly falseAlarmsPerDay: number | undefined;
}

/**
 * Judges alerts. An alert detects the incident in whose window, or up to `graceMs` after it, it begins, if it has the expected labels. If
 * it fits several, the one that began last counts.
 */
export function scoreOf(
  incidents: readonly Incident[],
  alerts: readonly Alert[],
  options: ScoreOptions,
): Score {
  const [windows, fired] = [byTime(incidents), byTime(alerts)];
  const span = spanOf(windows, fired, options);
  const near = openAt(fired, windows, ({ toMs }) => toMs + options.graceMs);
  const owned = new Map<Incident, Alert[]>(windows.map((each) => [each, []]));
  const strays: FalseAlarm[] = [];
  for (const [i, alert] of fired.entries()) {
    const open = near[i] ?? [];
    const owner = open.findLast((each) => isDetectedBy(each, alert));
    if (owner !== undefined) owned.get(owner)?.push(alert);
    else if (alert.fromMs >= span.fromMs && alert.fromMs <= span.toMs) strays.push({ ...alert, near: open });
  }
  const expecting = windows.filter(isExpecting);
  const whole = expecting.filter(({ fromMs, toMs }) => fromMs >= span.fromMs && toMs <= span.toMs);
  const firing = openAt(whole, fired, ({ toMs = Infinity }) => toMs);
  const judged = whole.map((each, i) => {
    const before = firing[i] ?? [];
    const wasFiring = before.some((alert) => alert.fromMs < each.fromMs && isDetectedBy(each, alert));
    return judgedIncident(each, owned.get(each) ?? [], wasFiring, options);
  });
  const trueAlarms = whole.reduce((sum, each) => sum + (owned.get(each)?.length ?? 0), 0);
  const checks = checksOf(judged, strays.length, options);
  return {
    verdict: checks.every(({ verdict }) => verdict === 'right') ? 'right' : 'wrong',
    checks,
    span,
    incidents: judged,
    falseAlarms: strays,
    cut: expecting.length - whole.length,
    ...figuresOf(judged, trueAlarms, strays.length),
    ...quietFigures(expecting, strays, span),
  };
}

const byTime = <Timed extends Pick<Span, 'fromMs'>>(all: readonly Timed[]): readonly Timed[] =>
  all.toSorted((a, b) => a.fromMs - b.fromMs);

function spanOf(windows: readonly Incident[], fired: readonly Alert[], { fromMs, toMs }: ScoreOptions): Span {
  const all = [...windows, ...fired];
  return {
    fromMs: fromMs ?? all.reduce((least, each) => Math.min(least, each.fromMs), Infinity),
    toMs: toMs ?? all.reduce((most, each) => Math.max(most, each.toMs ?? each.fromMs), -Infinity),
  };
}

/** For each point, the intervals that have begun and not ended. Both are sorted; intervals stay in their order. */
function openAt<Interval extends Pick<Span, 'fromMs'>>(
  points: readonly Pick<Span, 'fromMs'>[],
  intervals: readonly Interval[],
  endOf: (interval: Interval) => number,
): readonly (readonly Interval[])[] {
  let begun = 0;
  let open: readonly Interval[] = [];
  return points.map(({ fromMs }) => {
    const first = begun;
    while ((intervals[begun]?.fromMs ?? Infinity) <= fromMs) begun++;
    open = [...open, ...intervals.slice(first, begun)].filter((each) => endOf(each) > fromMs);
    return open;
  });
}

const isExpecting = (incident: Incident): incident is Incident & { readonly expected: Labels } =>
  incident.expected !== 'none';

const isDetectedBy = (incident: Incident, { labels }: Alert): boolean =>
  isExpecting(incident) && Object.entries(incident.expected).every(([name, value]) => labels[name] === value);

/** @param alerts those that detect it, by time */
function judgedIncident(
  incident: Incident & { readonly expected: Labels },
  alerts: readonly Alert[],
  wasFiring: boolean,
  options: ScoreOptions,
): JudgedIncident {
  const { fromMs, toMs, withinMs = options.withinMs, clearsMs = options.clearsMs } = incident;
  const limits = { ...(withinMs !== undefined && { withinMs }), ...(clearsMs !== undefined && { clearsMs }) };
  const [first] = alerts;
  if (first === undefined) return { ...incident, ...limits, problems: ['missed'], wasFiring };
  const delayMs = first.fromMs - fromMs;
  const overMs = alerts.reduce((most, each) => Math.max(most, each.toMs ?? Infinity), -Infinity) - toMs;
  const problems: Problem[] = [];
  if (delayMs > (withinMs ?? Infinity)) problems.push('late');
  if (clearsMs !== undefined && overMs > clearsMs) problems.push('not cleared');
  return { ...incident, ...limits, problems, delayMs, overMs, wasFiring: false };
}

function checksOf(
  judged: readonly JudgedIncident[],
  falseAlarms: number,
  { allowMissed = 0, allowFalseAlarms = 0 }: ScoreOptions,
): readonly Check[] {
  const check = (name: Check['name'], count: number, allowed = 0): Check => ({
    name,
    count,
    allowed,
    verdict: count <= allowed ? 'right' : 'wrong',
  });
  const having = (problem: Problem): number =>
    judged.filter(({ problems }) => problems.includes(problem)).length;
  return [
    check('missed', having('missed'), allowMissed),
    check('late', having('late')),
    check('not cleared', having('not cleared')),
    check('false alarms', falseAlarms, allowFalseAlarms),
  ];
}

function figuresOf(
  judged: readonly JudgedIncident[],
  trueAlarms: number,
  falseAlarms: number,
): Pick<Score, 'detected' | 'alerts' | 'precision' | 'recall' | 'f1' | 'delay'> {
  const delays = judged.flatMap(({ delayMs }) => delayMs ?? []).toSorted((a, b) => a - b);
  const [detected, alerts] = [delays.length, trueAlarms + falseAlarms];
  const precision = ratio(trueAlarms, alerts);
  const recall = ratio(detected, judged.length);
  const [p50, max] = [delays[Math.floor((detected - 1) / 2)], delays.at(-1)];
  return {
    detected,
    alerts,
    precision,
    recall,
    f1:
      precision === undefined || recall === undefined
        ? undefined
        : (ratio(2 * precision * recall, precision + recall) ?? 0),
    delay: p50 === undefined || max === undefined ? undefined : { p50, max },
  };
}

const ratio = (part: number, whole: number): number | undefined => (whole > 0 ? part / whole : undefined);

const DAY_MS = 86_400_000;

function quietFigures(
  expecting: readonly Incident[],
  falseAlarms: readonly FalseAlarm[],
  span: Span,
): Pick<Score, 'falseTime' | 'falseAlarmsPerDay'> {
  const alarms = falseAlarms.map(({ fromMs, toMs = span.toMs }) => ({ fromMs, toMs }));
  const incidentMs = coveredMs(expecting, span);
  const quietMs = span.toMs - span.fromMs - incidentMs;
  return {
    falseTime: ratio(coveredMs([...expecting, ...alarms], span) - incidentMs, quietMs),
    falseAlarmsPerDay: ratio(falseAlarms.length, quietMs / DAY_MS),
  };
}

/** How much of a span intervals cover together. */
function coveredMs(intervals: readonly Span[], span: Span): number {
  let covered = 0;
  let end = span.fromMs;
  for (const { fromMs, toMs } of byTime(intervals)) {
    const [from, to] = [Math.max(fromMs, end), Math.min(toMs, span.toMs)];
    if (to <= from) continue;
    covered += to - from;
    end = to;
  }
  return covered;
}

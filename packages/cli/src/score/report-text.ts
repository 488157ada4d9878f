import { inLine } from '@catbird/engine';
import { count, counted, percent } from '@catbird/verify';
import type { Alert, FalseAlarm, JudgedIncident, Labels, Score } from './judge.ts';

/** Lines of each kind that are shown; more are counted. */
const SHOWN = 50;

/** What was judged, as lines: a headline, its figures, a line for each incident and for each false alarm. */
export interface ScoreLines {
  readonly headline: string;
  readonly figures: string;
  readonly incidents: readonly string[];
  readonly falseAlarms: readonly string[];
}

/** A score as a terminal shows it. */
export function scoreText(score: Score): string {
  const { headline, figures, incidents, falseAlarms } = scoreLines(score);
  return [
    `alerts: ${headline}`,
    `  ${figures}`,
    '',
    ...[...incidents, ...falseAlarms].map((line) => `  ${line}`),
  ]
    .join('\n')
    .trimEnd();
}

/** A score as sentences, for all that people read. */
export function scoreLines(score: Score): ScoreLines {
  const { verdict, detected, falseAlarms, falseAlarmsPerDay: perDay, cut, span } = score;
  const rate = perDay === undefined || falseAlarms.length === 0 ? '' : ` (${perDay.toFixed(1)} a day)`;
  const missing =
    cut === 0
      ? ''
      : ` ${counted(cut, 'incident')} not wholly in the judged time ${cut === 1 ? 'is' : 'are'} left out.`;
  const hasDays = day(span.fromMs) !== day(span.toMs - 1);
  const window = ({ fromMs, toMs }: Pick<Alert, 'fromMs' | 'toMs'>): string =>
    `${time(fromMs, hasDays)}–${toMs === undefined ? '…' : time(toMs, day(fromMs) !== day(toMs))}`;
  const shown = [
    ...first(score.incidents).map((each) => incidentCells(each, window(each))),
    ...first(falseAlarms).map((each) => alarmCells(each, window(each))),
  ];
  const lines = table(shown);
  const split = Math.min(SHOWN, score.incidents.length);
  return {
    headline: `${verdict}. ${detected} of ${counted(score.incidents.length, 'incident')} detected; ${counted(falseAlarms.length, 'false alarm')}${rate}.${missing}`,
    figures: figuresText(score),
    incidents: [...lines.slice(0, split), ...moreLine(score.incidents)],
    falseAlarms: [...lines.slice(split), ...moreLine(falseAlarms)],
  };
}

const first = <Item>(all: readonly Item[]): readonly Item[] => all.slice(0, SHOWN);

const moreLine = (all: readonly unknown[]): readonly string[] =>
  all.length > SHOWN ? [`and ${count(all.length - SHOWN)} more: see --json`] : [];

const time = (ms: number, hasDay: boolean): string =>
  new Date(ms)
    .toISOString()
    .slice(hasDay ? 0 : 11, 19)
    .replace('T', ' ');

const day = (ms: number): number => Math.floor(ms / 86_400_000);

function figuresText({ precision, recall, f1, delay, falseTime }: Score): string {
  const two = (share: number | undefined): string => share?.toFixed(2) ?? '–';
  return [
    `precision ${two(precision)}`,
    `recall ${two(recall)}`,
    `F1 ${two(f1)}`,
    ...(delay === undefined ? [] : [`delay p50 ${lengthText(delay.p50)}, max ${lengthText(delay.max)}`]),
    ...(falseTime === undefined ? [] : [`false time ${percent(falseTime)}`]),
  ].join('  ');
}

function incidentCells(incident: JudgedIncident, window: string): readonly string[] {
  const { affected, problems } = incident;
  return [
    `${problems.length === 0 ? '✓' : '✗'} ${incidentTitle(incident)}`,
    window,
    [...(affected === undefined ? [] : [counted(affected, 'row')]), outcomeText(incident)].join(', '),
  ];
}

/** Its name, and what it has drawn. */
export const incidentTitle = ({ name, drawn }: Pick<JudgedIncident, 'name' | 'drawn'>): string =>
  [name, ...Object.values(drawn)].join(' ');

/** What the alerts of an incident did, and what was wrong with it. */
export function outcomeText({
  fromMs,
  toMs,
  delayMs,
  overMs = 0,
  problems,
  withinMs = 0,
  clearsMs = 0,
  wasFiring,
}: JudgedIncident): string {
  if (delayMs === undefined) return wasFiring ? 'missed: an alert was firing before' : 'missed';
  const ended =
    overMs === Infinity
      ? ', still firing'
      : toMs + overMs <= fromMs + delayMs
        ? ''
        : `, ended ${overMs === 0 ? 'with' : `${lengthText(Math.abs(overMs))} ${overMs < 0 ? 'before the end of' : 'after'}`} it`;
  const late = problems.includes('late') ? `: more than ${lengthText(withinMs)} late` : '';
  const open = problems.includes('not cleared') ? `: more than ${lengthText(clearsMs)} too long` : '';
  return `detected after ${lengthText(delayMs)}${late}${ended}${open}`;
}

const alarmCells = (alarm: FalseAlarm, window: string): readonly string[] => [
  `✗ false alarm ${alertText(alarm.labels)}`.trimEnd(),
  window,
  nearText(alarm),
];

/** Its name, and its other labels. */
const alertText = ({ alertname, ...others }: Labels): string =>
  [
    ...(alertname === undefined ? [] : [alertname]),
    ...Object.entries(others).map(([name, value]) => `${name}=${value}`),
  ].join(' ');

/** Why it is false. */
function nearText({ near }: Pick<FalseAlarm, 'near'>): string {
  const names = (wanted: boolean): string =>
    [
      ...new Set(near.filter(({ expected }) => (expected !== 'none') === wanted).map(({ name }) => name)),
    ].join(', ');
  if (near.length === 0) return 'nothing was wrong';
  return names(true) === '' ? `${names(false)} is no incident` : `not the alert of ${names(true)}`;
}

/** Longest cell, in characters. */
const MAX_CELL = 200;

const clipped = (text: string): string => (text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1)}…` : text);

/** Lines whose cells stand below one another. */
function table(rows: readonly (readonly string[])[]): readonly string[] {
  const shown = rows.map((cells) => cells.map((cell) => clipped(inLine(cell))));
  const widths = [0, 1].map((column) => Math.max(0, ...shown.map((cells) => cells[column]?.length ?? 0)));
  return shown.map((cells) => cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  '));
}

/** A length of time: `42 s`, `5.0 min`, `3.5 h`. */
function lengthText(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes < 2) return `${Math.round(ms / 1000)} s`;
  return minutes < 120 ? `${minutes.toFixed(1)} min` : `${(minutes / 60).toFixed(1)} h`;
}

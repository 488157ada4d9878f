import { instantText, type JsonSchema } from '@catbird/engine';
import * as z from 'zod/mini';
import { publishedSchema } from '../report/published-schema.ts';
import type { Score } from './judge.ts';

/** Grows when a program that reads scores has to change. */
const VERSION = 1;

const number = (text: string) => z.int().check(z.nonnegative(), z.describe(text));
const share = (text: string) => z.optional(z.number().check(z.gte(0), z.lte(1), z.describe(text)));
const ms = (text: string) => z.number().check(z.describe(`${text} Milliseconds.`));
const instant = (text: string) => z.string().check(z.describe(text));
const labels = (text: string) => z.record(z.string(), z.string()).check(z.describe(text));
const problem = z.enum(['missed', 'late', 'not cleared']);

const incident = z.strictObject({
  name: z.string(),
  from: instant('When it began.'),
  to: instant('When it ended.'),
  drawn: labels('What tells this occurrence from others of its name.'),
  affected: z.optional(number('Rows that it changed.')),
  expected: labels('The labels that its alert must have. Empty: any alert.'),
  problems: z.array(problem).check(z.describe('What is wrong with its alerts. Empty: nothing.')),
  delay: z.optional(ms('From its beginning to its first alert. Absent: missed.')),
  over: z.optional(
    ms('From its end to that of its last alert, negative before it. Absent: missed, or still firing.'),
  ),
  stillFiring: z.boolean().check(z.describe('Whether an alert of it had not ended.')),
  wasFiring: z
    .boolean()
    .check(z.describe('Whether it was missed, though a fitting alert had begun before it.')),
});
const falseAlarm = z.strictObject({
  labels: labels('Those of the alert.'),
  from: instant('When it began.'),
  to: z.optional(instant('When it ended. Absent: still firing.')),
  near: z
    .array(
      z.strictObject({
        name: z.string(),
        expected: z.union([z.literal('none'), z.record(z.string(), z.string())]),
      }),
    )
    .check(z.describe('The incidents in whose windows it began.')),
});

/** What `catbird score --json` prints. */
const scoreSchema = z.strictObject({
  catbird: z.literal('score'),
  version: z.literal(VERSION).check(z.describe('Grows when a program that reads scores has to change.')),
  verdict: z.enum(['right', 'wrong']),
  checks: z
    .array(
      z.strictObject({
        name: z.enum(['missed', 'late', 'not cleared', 'false alarms']),
        count: number('How many there are.'),
        allowed: number('How many there may be.'),
        verdict: z.enum(['right', 'wrong']),
      }),
    )
    .check(z.describe('What the verdict follows from.')),
  from: instant('The beginning of the judged time.'),
  to: instant('Its end.'),
  detected: number('Incidents that are detected.'),
  alerts: number('Alerts that count, false ones included.'),
  cut: number('Incidents that are not wholly in the judged time, and do not count.'),
  precision: share('Alerts that detect an incident, of all.'),
  recall: share('Incidents that are detected, of all.'),
  f1: share('The harmonic mean of precision and recall.'),
  delay: z.optional(z.strictObject({ p50: ms('The median.'), max: ms('The longest.') })),
  falseTime: share('The time in which false alarms fire, of that without incidents.'),
  falseAlarmsPerDay: z.optional(
    z.number().check(z.nonnegative(), z.describe('In the time without incidents.')),
  ),
  incidents: z.array(incident).check(z.describe('Those that expect an alert, by time.')),
  falseAlarms: z.array(falseAlarm).check(z.describe('Alerts that detect nothing, by time.')),
});

/** The JSON Schema of what `catbird score --json` prints. Later versions may add properties. */
export const scoreReportSchema = (): JsonSchema =>
  publishedSchema('What catbird score --json prints', scoreSchema);

/** A score as JSON. */
export function scoreJson({ verdict, checks, span, incidents, falseAlarms, ...figures }: Score): string {
  const report: z.output<typeof scoreSchema> = {
    catbird: 'score',
    version: VERSION,
    verdict,
    checks: [...checks],
    from: instantText(span.fromMs),
    to: instantText(span.toMs),
    ...figures,
    incidents: incidents.map(
      ({ fromMs, toMs, delayMs, overMs, withinMs: _within, clearsMs: _clears, problems, ...each }) => ({
        ...each,
        from: instantText(fromMs),
        to: instantText(toMs),
        problems: [...problems],
        delay: delayMs,
        over: overMs === Infinity ? undefined : overMs,
        stillFiring: overMs === Infinity,
      }),
    ),
    falseAlarms: falseAlarms.map(({ fromMs, toMs, labels, near }) => ({
      labels,
      from: instantText(fromMs),
      to: toMs === undefined ? undefined : instantText(toMs),
      near: near.map(({ name, expected }) => ({ name, expected })),
    })),
  };
  return JSON.stringify(report);
}

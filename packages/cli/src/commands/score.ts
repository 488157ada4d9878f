import { invalid, issuesOf, instantText, type Result } from '@catbird/engine';
import type { Values } from '@catbird/stream';
import { defineCommand } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import {
  choiceFlag,
  durationFlag,
  instantFlag,
  pathFlag,
  switchFlag,
  textFlag,
  wholeFlag,
} from '../flags/readers.ts';
import { quietFlag } from '../flags/verify.ts';
import { nameOf } from '../infer/samples.ts';
import { refuse, type CommandIssue } from '../refusal.ts';
import { alertsIn } from '../score/alerts.ts';
import { scoreOf, type Alert, type Incident, type Score, type ScoreOptions } from '../score/judge.ts';
import { incidentsIn } from '../score/labels.ts';
import { isConfigFile, labelsOfConfig } from '../score/of-config.ts';
import { readRecords, RecordError, type PlacedRecord } from '../score/records.ts';
import { scoreJunit, scorePage } from '../score/report-files.ts';
import { scoreJson } from '../score/report-json.ts';
import { scoreText } from '../score/report-text.ts';
import type { Terminal } from '../terminal.ts';
import { writeReport, WritingError } from '../verify/rows-out.ts';

/** How long after its end an alert may still detect an incident: 5 minutes. */
const GRACE_MS = 300_000;

const flags = {
  grace: durationFlag({
    help: 'How long after the end of an incident its first alert may begin.',
    group: 'Rules',
    default: '5m',
  }),
  within: durationFlag({
    help: 'Maximum delay from the beginning of an incident to its first alert, unless its label says it. Default: any.',
    group: 'Rules',
  }),
  clears: durationFlag({
    help: 'Maximum time that alerts may go on after the end of an incident, unless its label says it. Default: any.',
    group: 'Rules',
  }),
  allowMissed: wholeFlag({ help: 'Incidents that may be missed.', least: 0, group: 'Rules', default: '0' }),
  allowFalseAlarms: wholeFlag({
    help: 'Alerts that may be false.',
    least: 0,
    group: 'Rules',
    default: '0',
  }),
  from: instantFlag({
    help: 'Beginning of the judged time. Default: the first instant in the files.',
    group: 'Time',
  }),
  to: instantFlag({ help: 'End of the judged time. Default: the last instant in the files.', group: 'Time' }),
  times: choiceFlag({
    help: 'With a config: whether alerts have the times of events, or of the clock while the stream was live.',
    choices: ['clock', 'event'],
    group: 'Time',
    default: 'clock',
  }),
  stream: textFlag({
    help: 'Only incidents of this stream, or of this series of NAB.',
    value: 'NAME',
    group: 'Time',
    default: 'all streams',
  }),
  json: switchFlag({
    help: 'Print the score as JSON. catbird config-schema --of score-report describes it.',
    group: 'Output',
  }),
  junit: pathFlag({
    help: 'Write a JUnit report for CI servers, with a test case for each incident.',
    value: 'FILE',
    group: 'Output',
  }),
  html: pathFlag({ help: 'Write the score as an HTML page.', value: 'FILE', group: 'Output' }),
  quiet: quietFlag,
};

/** `catbird score LABELS ALERTS`: whether alerts fire when something is wrong, and only then. */
export const score = defineCommand({
  operands: { usage: 'LABELS ALERTS', least: 2, most: 2 },
  flags,
  notes: `LABELS is a config with incidents, or has the times at which something was wrong: lines of JSON or CSV with from and to, perhaps incident and expect, or windows of NAB. ALERTS has lines of JSON or CSV with from, startsAt or time, perhaps to or endsAt, and labels; webhooks of Alertmanager, as catbird receive --out writes them; or Prometheus's answer to a range query for ALERTS. - reads stdin, and files may be compressed with gzip.
Exit codes: 0 the alerts are right, 99 they are not, 1 a file cannot be read, 2 invalid usage.`,
  examples: [
    { line: 'catbird score labels.ndjson alerts.ndjson', does: 'judge alerts by labels' },
    {
      line: 'catbird score shop.yaml alerts.json --times event',
      does: 'judge alerts by the incidents of a config',
    },
    {
      line: 'catbird score labels.csv alerts.csv --within 5m --clears 5m --allow-false-alarms 1',
      does: 'also judge delays and ends, and allow one false alarm',
    },
  ],
  async run(given, [labels = '', alerts = ''], terminal) {
    const { json = false, stream } = given;
    const { err } = terminal;
    const clash = clashOf(given, [labels, alerts]);
    if (clash !== undefined) return refuse(issuesOf(clash), { json, err });
    try {
      const found = await labelsIn(labels, given, terminal);
      if (!found.ok) return refuse(found.issues, { json, err });
      const incidents = incidentsIn(found.records, nameOf(labels), stream);
      const fired = alertsIn(await readRecords(alerts, terminal));
      const made = scoreOf(incidents, fired, optionsOf({ ...found.span, ...given }));
      const { fromMs: from, toMs: to } = made.span;
      if (incidents.every(({ fromMs, toMs }) => fromMs < from || toMs > to))
        return refuse(
          issuesOf(
            `No incident lies between ${instantText(from)} and ${instantText(to)}. Change --from or --to`,
          ),
          { json, err },
        );
      for (const note of unknownLabels(incidents, fired)) err.write(`${note}\n`);
      await report(made, given, terminal);
      return made.verdict === 'right' ? EXIT.ok : EXIT.threshold;
    } catch (error) {
      if (!(error instanceof RecordError || error instanceof WritingError)) throw error;
      err.write(`${error.message}\n`);
      return EXIT.failed;
    }
  },
});

/** Labels, or those of a config with the time of its run. @throws RecordError */
async function labelsIn(
  file: string,
  { stream, times, ...given }: Given,
  terminal: Terminal,
): Promise<
  Result<
    { readonly records: readonly PlacedRecord[]; readonly span: Pick<Given, 'from' | 'to'> },
    CommandIssue
  >
> {
  const read = isConfigFile(file) ? undefined : await readRecords(file, terminal);
  if (read !== undefined && !isConfigFile(file, read))
    return times === undefined
      ? { ok: true, records: read, span: {} }
      : invalid('--times needs a config in place of LABELS. Remove it');
  const made = await labelsOfConfig(file, { stream, isEventTime: times === 'event' }, terminal);
  if (!made.ok) return made;
  const { fromMs: from, toMs: to } = made;
  for (const { values } of made.records)
    if (typeof values['skipped'] === 'string' && given.quiet !== true)
      terminal.err.write(
        `${String(values['incident'])} at ${String(values['from'])} is not scored: ${values['skipped']}\n`,
      );
  return { ok: true, records: made.records, span: { from, to } };
}

/** @throws WritingError */
async function report(made: Score, { json, quiet, junit, html }: Given, { out }: Terminal): Promise<void> {
  if (json === true) await out.write(`${scoreJson(made)}\n`);
  else if (quiet !== true) await out.write(`${scoreText(made)}\n`);
  if (junit !== undefined) writeReport('--junit', junit, scoreJunit(made));
  if (html !== undefined) writeReport('--html', html, scorePage(made));
}

type Given = Partial<Values<typeof flags>>;

/** What does not fit together. */
function clashOf({ from = -Infinity, to = Infinity }: Given, files: readonly string[]): string | undefined {
  if (files.every((file) => file === '-')) return 'LABELS and ALERTS cannot both be stdin';
  return from >= to ? '--from must be before --to' : undefined;
}

const optionsOf = ({
  grace = GRACE_MS,
  within,
  clears,
  from,
  to,
  allowMissed,
  allowFalseAlarms,
}: Given): ScoreOptions => ({
  graceMs: grace,
  withinMs: within,
  clearsMs: clears,
  fromMs: from,
  toMs: to,
  allowMissed,
  allowFalseAlarms,
});

/** Names that incidents expect and no alert has, which are often misspelt. */
function unknownLabels(incidents: readonly Incident[], alerts: readonly Alert[]): readonly string[] {
  const expected = new Set(
    incidents.flatMap((each) => (each.expected === 'none' ? [] : Object.keys(each.expected))),
  );
  const given = new Set(alerts.flatMap(({ labels }) => Object.keys(labels)));
  if (alerts.length === 0) return [];
  return [...expected]
    .filter((name) => !given.has(name))
    .map(
      (name) =>
        `No alert has the label ${name}, which incidents expect. Alerts have: ${[...given].join(', ')}`,
    );
}

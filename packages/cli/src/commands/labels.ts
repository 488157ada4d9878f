import { affectedRows, labelsOf, type Values } from '@catbird/stream';
import { defineCommand } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { choiceFlag, instantFlag, switchFlag, textFlag } from '../flags/readers.ts';
import { rowFlags } from '../flags/verify.ts';
import { LABEL_FORMATS, labelsText } from '../score/label-text.ts';
import { labelledRuns, noteUnseen } from '../score/labelled-runs.ts';
import { refuse } from '../refusal.ts';

const flags = {
  ...rowFlags,
  stream: textFlag({
    help: 'Only incidents of this stream.',
    value: 'NAME',
    group: 'Windows',
    default: 'all streams',
  }),
  from: instantFlag({
    help: 'Leave out windows that are over at this time. Default: the beginning of the stream.',
    group: 'Windows',
  }),
  to: instantFlag({
    help: 'Leave out windows that begin at this time or later. Default: the end of the stream.',
    group: 'Windows',
  }),
  format: choiceFlag({
    help: 'How to write windows. grafana: annotations.',
    choices: LABEL_FORMATS,
    group: 'Output',
    default: 'ndjson',
  }),
  rows: switchFlag({
    help: 'Print a line of JSON for each affected row instead of windows.',
    group: 'Output',
  }),
};

/** `catbird labels CONFIG`: when incidents happen, and which rows they affect. */
export const labels = defineCommand({
  operands: { usage: '[CONFIG]', least: 0, most: 1 },
  flags,
  notes: `Prints what the incidents of a config do to its rows: before, during or after the run. Only rows in their windows are generated. Requires a seed in the config, or the --record of the run.
Exit codes: 0 printed, 2 invalid usage or config.`,
  examples: [
    { line: 'catbird labels shop.yaml', does: 'list the incidents of a stream' },
    { line: 'catbird labels shop.yaml --format csv --to 2026-11-21', does: 'as CSV, up to a time' },
  ],
  async run(given, [config], terminal) {
    const { out, err } = terminal;
    const { record: records, format = 'ndjson', rows = false } = given;
    const problem = clashOf(config, given);
    if (problem !== undefined) return refuse([{ message: problem }], { err });
    const asked = { ...given, config, records };
    const found = await labelledRuns(asked, terminal);
    if (!found.ok) return refuse(found.issues, { err });
    if (rows) {
      for (const run of found.runs)
        for (const row of affectedRows(run)) await out.write(`${JSON.stringify(row)}\n`);
      return EXIT.ok;
    }
    const made = found.runs.flatMap((run) => [...labelsOf(run)]);
    await out.write(labelsText(made, format));
    for (const { incident, from, skipped } of made)
      if (skipped !== undefined) err.write(`${incident} at ${from} is not scored: ${skipped}\n`);
    noteUnseen(found.names, made, { err, asked });
    return EXIT.ok;
  },
});

/** What does not fit together. */
function clashOf(
  config: string | undefined,
  { record, rows, format }: Partial<Values<typeof flags>>,
): string | undefined {
  if (config === undefined && record === undefined)
    return 'Give the path of a CONFIG, or the --record of a run';
  return rows === true && format !== undefined ? '--rows prints lines of JSON. Remove --format' : undefined;
}

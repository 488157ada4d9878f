import { isObject, issuesOf } from '@catbird/engine';
import { labelsOf } from '@catbird/stream';
import { labelledRuns, noteUnseen } from './labelled-runs.ts';
import type { Refused } from '../refusal.ts';
import type { Terminal } from '../terminal.ts';
import type { PlacedRecord } from './records.ts';

/** The labels of a config, and the time of its run. */
export interface ConfigLabels {
  readonly ok: true;
  readonly records: readonly PlacedRecord[];
  readonly fromMs: number;
  readonly toMs: number;
}

/** Whether what was given in place of labels is a config. @param records undefined: the file was not read */
export const isConfigFile = (file: string, records?: readonly PlacedRecord[]): boolean =>
  records === undefined
    ? /\.ya?ml$/i.test(file)
    : records.length === 1 && Array.isArray(records[0]?.values['incidents']) && isObject(records[0].values);

/**
 * Labels of the incidents of a config.
 *
 * @param isEventTime alerts have event times. Otherwise they fit a stream only that was live
 */
export async function labelsOfConfig(
  file: string,
  { stream, isEventTime }: { readonly stream: string | undefined; readonly isEventTime: boolean },
  terminal: Terminal,
): Promise<ConfigLabels | Refused> {
  const asked = { config: file, stream };
  const found = await labelledRuns(asked, terminal);
  if (!found.ok) return found;
  const { runs, names } = found;
  if (!isEventTime && runs.some(({ isLive }) => !isLive))
    return {
      ok: false,
      issues: issuesOf(
        'Alerts by the clock fit only a stream that is live, with speed 1. If the alerts have the times of events, add --times event',
      ),
    };
  const labels = runs.flatMap((run) => [...labelsOf(run)]);
  noteUnseen(names, labels, { err: terminal.err, asked });
  const records = labels.map((label) => ({ values: { ...label }, place: `${file}: ${label.incident}` }));
  return {
    ok: true,
    records,
    fromMs: Math.min(...runs.map(({ fromMs }) => fromMs)),
    toMs: Math.max(...runs.map(({ toMs }) => toMs)),
  };
}

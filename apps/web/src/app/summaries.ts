import { rateText, destinationOf } from '../state/settings.ts';
import { fieldCount, fieldsText } from '../state/field-count.ts';
import { askedOf, isRateLimited } from '../state/run-rate.ts';
import type { RunState, State } from '../state/state.ts';

/** Each step of the page, in one line; undefined: nothing to say yet. */
export const summariesOf = (state: State): readonly (string | undefined)[] => [
  state.step > 0 ? connectSummary(state) : undefined,
  schemaSummary(state),
  runSummary(state),
];

/** Where the events go, in one line. */
const connectSummary = ({ config, form }: State): string => destinationOf(config ?? form).title;

/** The schema, in one line. */
function schemaSummary({ step, template, content }: State): string | undefined {
  if (step < 2) return undefined;
  const fields = fieldCount(content);
  return fields === undefined ? template : `${template}, ${fieldsText(fields)}`;
}

/** The run, in one line. */
function runSummary({ step, run }: State): string | undefined {
  if (step < 3 || run === undefined) return undefined;
  if (run.phase === 'stopping') return 'Stopping';
  if (run.phase !== 'over') return runningSummary(run);
  if (run.broken !== undefined || run.summary?.reason === 'failed') return 'Failed';
  return run.summary?.reason === 'limit' ? 'Done' : 'Stopped';
}

function runningSummary(run: RunState): string {
  if (run.progress?.time?.isPaused === true) return 'Paused';
  if (isRateLimited(run)) return 'Limited by the service';
  if (run.progress?.retrying !== undefined) return 'Retrying';
  const asked = askedOf(run);
  return asked === undefined
    ? 'Catching up with history'
    : `Running, ${rateText(Number(asked.toPrecision(3)))}/s`;
}

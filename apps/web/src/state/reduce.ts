import type { RateChange, Timing } from '@catbird/core/time';
import { nextRowOf, type KeptRun } from '../kept/kept-run.ts';
import type { RunReport } from '../worker/report-protocol.ts';
import { reduceSchema } from './reduce-schema.ts';
import type { Config, Errors, Form } from './config.ts';
import { afterReport, startedRun } from './run.ts';
import { checkForm, targetOf } from './settings.ts';
import { isTimeError } from './time.ts';
import {
  CUSTOM,
  type Action,
  type Restored,
  type RunAction,
  type RunState,
  type SchemaAction,
  type SettingsAction,
  type State,
  type Step,
  type Verdict,
} from './state.ts';

/** The state after an action. Pure. */
export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'restored':
      return restore(state, action.link);
    case 'address written':
      return { ...state, addressLength: action.length };
    case 'advanced':
      return { ...state, step: later(state.step, 1) };
    default:
      return reduceSettings(state, action);
  }
}

function reduceSettings(state: State, action: SettingsAction | RunAction | SchemaAction | Verdict): State {
  switch (action.type) {
    case 'form changed':
      return { ...state, form: action.form, errors: stillWrong(state.errors, action.form) };
    case 'settings rejected':
      return { ...state, errors: action.errors };
    case 'settings saved':
      return {
        ...state,
        config: action.config,
        errors: {},
        withheld: undefined,
        linkReport: undefined,
        step: later(state.step, 2),
      };
    case 'test started':
      return { ...state, sentTo: withTarget(state.sentTo, action.config) };
    default:
      return reduceRun(state, action);
  }
}

function reduceRun(state: State, action: RunAction | SchemaAction | Verdict): State {
  switch (action.type) {
    case 'run started':
      return start(action.kept === undefined ? state : recalled(state, action.kept), action);
    case 'run timed':
      return { ...state, timing: action.timing };
    case 'run progressed':
      return progress(state, action.progress);
    case 'run stopping':
      return state.run === undefined ? state : { ...state, run: { ...state.run, phase: 'stopping' } };
    case 'run ended':
      return end(progress(state, action.summary), { summary: action.summary, broken: undefined });
    case 'run broke':
      return end(state, { summary: undefined, broken: action.message });
    default:
      return reduceSchema(state, action);
  }
}

/** Steps are only ever revealed, never hidden. */
const later = (step: Step, atLeast: Step): Step => (step >= atLeast ? step : atLeast);

/** The visible errors that typing has not fixed yet, updated. New errors wait for the next Save. */
function stillWrong(shown: Errors, form: Form): Errors {
  const fields = Object.keys(shown);
  if (fields.length === 0) return shown;
  const checked = checkForm(form);
  const errors = checked.ok ? {} : checked.errors;
  return Object.fromEntries(fields.flatMap((field) => (errors[field] ? [[field, errors[field]]] : [])));
}

const withTarget = (targets: readonly string[], config: Config): readonly string[] => [
  ...new Set([...targets, targetOf(config)]),
];

function restore(
  state: State,
  { form, withheld, linkReport, template, content, seed, holdsConfig, step }: Restored,
): State {
  const checked = checkForm(form);
  const config = holdsConfig && checked.ok ? checked.config : undefined;
  const onLoad = config === undefined ? 0 : 2;
  const most = config === undefined ? 1 : 3;
  return {
    ...state,
    form,
    withheld,
    linkReport,
    config,
    errors: checked.ok ? {} : timeErrors(checked.errors),
    template,
    content,
    opened: template === CUSTOM ? content : undefined,
    lenient: template === CUSTOM,
    schema: undefined,
    issues: [],
    isChecked: false,
    schemaError: undefined,
    rejected: false,
    seed: seed ?? state.seed,
    step: step === undefined ? onLoad : step > most ? most : step,
    // Back and Forward stay within the history that the link started.
    fromLink: step === undefined ? holdsConfig : state.fromLink,
  };
}

/** The fold of time shows them at once: folded, a link's damaged values would not be seen. */
const timeErrors = (errors: Errors): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => isTimeError(name)));

/** The page as the run left it. */
const recalled = (state: State, run: KeptRun): State => ({
  ...state,
  sentMessages: { total: run.sentBefore + run.accepted, session: 0 },
  nextRow: nextRowOf(run),
  timing: run.timing,
  faultChanges: run.faultChanges,
});

const NOTHING_SENT = { sentMessages: { total: 0, session: 0 }, sessions: 0 };

type Start = Extract<RunAction, { readonly type: 'run started' }>;

function start(state: State, action: Start): State {
  const { config } = action;
  const { sentMessages, sessions } = action.fresh ? { ...state, ...NOTHING_SENT } : state;
  const beginning = beginningOf(state, action);
  return {
    ...state,
    step: 3,
    sentTo: withTarget(state.sentTo, config),
    sentMessages: { total: sentMessages.total, session: 0 },
    sessions: sessions + 1,
    ...beginning,
    run: startedRun(config, rateOf(beginning.timing)),
  };
}

/** The first row of a session, the times of its rows, and their faults. */
function beginningOf(
  state: State,
  { fresh, config, kept }: Start,
): Pick<State, 'timing' | 'nextRow' | 'faultChanges'> {
  const { nextRow, faultChanges } = state;
  if (kept !== undefined) return { timing: state.timing, nextRow, faultChanges };
  const timing = fresh || !hasSameTime(state.run?.config, config) ? undefined : state.timing;
  // The steps of journeys have computed times even without settings.
  const hadJourneys = state.timing !== undefined && state.run?.config.time === undefined;
  // Another time is another stream: its first row has the first time.
  const isAnother = fresh || (timing === undefined && (config.time !== undefined || hadJourneys));
  return {
    timing,
    nextRow: isAnother ? 0 : nextRow,
    faultChanges: isAnother ? [] : faultChangesFor(state, config),
  };
}

/** Whether the times of one config's rows are those of another. */
const hasSameTime = (one: Config | undefined, other: Config): boolean =>
  one?.eps === other.eps && JSON.stringify(one.time) === JSON.stringify(other.time);

/** The changes of the faults so far, unless the next session has other faults from the start. */
const faultChangesFor = ({ run, faultChanges }: State, { faults }: Config): State['faultChanges'] =>
  JSON.stringify(run?.config.faults) === JSON.stringify(faults) ? faultChanges : [];

/** The rate that the last session ended with, or was paused from. */
const rateOf = (timing: Timing | undefined): RateChange['to'] =>
  timing?.changes.findLast(({ to }) => to !== 0)?.to ?? 'planned';

function progress(state: State, report: RunReport): State {
  const { run, sentMessages } = state;
  if (run === undefined) return state;
  const accepted = report.accepted - (run.progress?.accepted ?? 0);
  const rows = report.generated - (run.progress?.generated ?? 0);
  return {
    ...state,
    nextRow: report.nextRow ?? state.nextRow + rows,
    timing: withChanges(state.timing, report),
    faultChanges: withFaultChanges(state.faultChanges, report),
    sentMessages: { total: sentMessages.total + accepted, session: sentMessages.session + accepted },
    run: afterReport(run, report),
  };
}

const withChanges = (timing: Timing | undefined, { changes }: RunReport): Timing | undefined =>
  timing === undefined || changes.length === 0
    ? timing
    : { ...timing, changes: [...timing.changes, ...changes.map(({ change }) => change)] };

const withFaultChanges = (
  before: State['faultChanges'],
  { faultChanges = [] }: RunReport,
): State['faultChanges'] =>
  faultChanges.length === 0 ? before : [...before, ...faultChanges.map(({ change }) => change)];

const end = (state: State, ending: Pick<RunState, 'summary' | 'broken'>): State =>
  state.run === undefined ? state : { ...state, run: { ...state.run, ...ending, phase: 'over' } };

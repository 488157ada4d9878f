import type { RateChange, Timing } from '@catbird/core/time';
import type { RunReport } from '../worker/protocol.ts';
import { addReport, noHistory } from './history.ts';
import { reduceSchema } from './reduce-schema.ts';
import type { Config, Errors, Form } from './config.ts';
import { addMarks, marksFrom, plannedName } from './marks.ts';
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
      return { ...state, config: action.config, errors: {}, withheld: undefined, step: later(state.step, 2) };
    case 'test started':
      return { ...state, sentTo: withTarget(state.sentTo, action.config) };
    default:
      return reduceRun(state, action);
  }
}

function reduceRun(state: State, action: RunAction | SchemaAction | Verdict): State {
  switch (action.type) {
    case 'run started':
      return start(state, action.fresh, action.config);
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
  { form, withheld, template, content, seed, holdsConfig, step }: Restored,
): State {
  const checked = checkForm(form);
  const config = holdsConfig && checked.ok ? checked.config : undefined;
  const onLoad = config === undefined ? 0 : 2;
  const most = config === undefined ? 1 : 3;
  return {
    ...state,
    form,
    withheld,
    config,
    errors: checked.ok ? {} : timeErrors(checked.errors),
    template,
    content,
    opened: template === CUSTOM ? content : undefined,
    lenient: template === CUSTOM,
    schema: undefined,
    issues: [],
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

function start(state: State, fresh: boolean, config: Config): State {
  const { sentMessages, sessions, nextRow } = state;
  const timing = fresh || !hasSameTime(state.run?.config, config) ? undefined : state.timing;
  // The steps of journeys have computed times even without settings.
  const hadJourneys = state.timing !== undefined && state.run?.config.time === undefined;
  // Another time is another stream: its first row has the first time.
  const isAnother = fresh || (timing === undefined && (config.time !== undefined || hadJourneys));
  return {
    ...state,
    step: 3,
    sentTo: withTarget(state.sentTo, config),
    sentMessages: { total: fresh ? 0 : sentMessages.total, session: 0 },
    sessions: fresh ? 1 : sessions + 1,
    nextRow: isAnother ? 0 : nextRow,
    timing,
    run: {
      phase: 'starting',
      config,
      progress: undefined,
      summary: undefined,
      broken: undefined,
      history: noHistory,
      marks: marksFrom(rateOf(timing)),
    },
  };
}

/** Whether the times of one config's rows are those of another. */
const hasSameTime = (one: Config | undefined, other: Config): boolean =>
  one?.eps === other.eps && JSON.stringify(one.time) === JSON.stringify(other.time);

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
    nextRow: state.nextRow + rows,
    timing: withChanges(state.timing, report),
    sentMessages: { total: sentMessages.total + accepted, session: sentMessages.session + accepted },
    run: {
      ...run,
      phase: run.phase === 'starting' ? 'running' : run.phase,
      progress: report,
      history: addReport(run.history, report),
      marks: addMarks(run.marks, report, plannedName(run.config)),
    },
  };
}

const withChanges = (timing: Timing | undefined, { changes }: RunReport): Timing | undefined =>
  timing === undefined || changes.length === 0
    ? timing
    : { ...timing, changes: [...timing.changes, ...changes.map(({ change }) => change)] };

const end = (state: State, ending: Pick<RunState, 'summary' | 'broken'>): State =>
  state.run === undefined ? state : { ...state, run: { ...state.run, ...ending, phase: 'over' } };

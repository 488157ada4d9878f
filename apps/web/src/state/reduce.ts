import { NOTHING_DONE } from '../kept/kept-run.ts';
import { reduceSchema } from './reduce-schema.ts';
import type { Config, Errors, Form } from './config.ts';
import { afterEvent, earlierOf, startedRun, type Earlier, type StreamEvent } from './run.ts';
import { checkForm, errorsOf, targetOf } from './settings.ts';
import { hasSame, isErrorOf, timeSettings } from './options.ts';
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
      return { ...state, form: action.form, isEdited: true, errors: stillWrong(state.errors, action.form) };
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
      return start(state, action);
    case 'run event':
      return happened(state, action.event);
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
  const errors = errorsOf(checkForm(form));
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
    errors: timeErrors(errorsOf(checked)),
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
    isEdited: false,
    step: step === undefined ? onLoad : step > most ? most : step,
    // Back and Forward stay within the history that the link started.
    fromLink: step === undefined ? holdsConfig : state.fromLink,
  };
}

/** The fold of time shows them at once: folded, a link's damaged values would not be seen. */
const timeErrors = (errors: Errors): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => isErrorOf('time', name)));

type Start = Extract<RunAction, { readonly type: 'run started' }>;

function start(state: State, { fresh, config, kept }: Start): State {
  const earlier = fresh || state.run === undefined ? {} : continued(state.run, config);
  const run = startedRun(config, kept === undefined ? earlier : earlierOf(kept));
  return {
    ...state,
    step: 3,
    sentTo: withTarget(state.sentTo, config),
    sentMessages: { total: run.before.accepted, session: 0 },
    sessions: fresh ? 1 : state.sessions + 1,
    run,
  };
}

/** What another session goes on with. */
function continued(run: RunState, config: Config): Partial<Earlier> {
  const accepted = run.before.accepted + (run.progress?.accepted ?? 0);
  const before = { ...NOTHING_DONE, accepted };
  const timing = hasSameTime(run.config, config) ? run.timing : undefined;
  // The steps of journeys have computed times even without settings.
  const hadJourneys = run.timing !== undefined && timeSettings(run.config.options) === undefined;
  const { rate } = run.marks;
  // Another time is another stream: its first row has the first time.
  if (timing === undefined && (timeSettings(config.options) !== undefined || hadJourneys))
    return { before, replaced: rate };
  // Another session may have other faults from the start.
  const hasSameFaults = hasSame('faults', run.config, config);
  return {
    before,
    nextRow: run.nextRow,
    timing,
    faultChanges: hasSameFaults ? run.faultChanges : [],
    // Another Events Per Second takes the place of a rate that was set by hand.
    ...(run.config.eps === config.eps ? { rate } : { replaced: rate }),
  };
}

/** Whether the times of one config's rows are those of another. */
const hasSameTime = (one: Config, other: Config): boolean =>
  one.eps === other.eps && hasSame('time', one, other);

function happened(state: State, event: StreamEvent): State {
  if (state.run === undefined) return state;
  const run = afterEvent(state.run, event);
  const session = run.progress?.accepted ?? 0;
  const isSame = session === state.sentMessages.session;
  return {
    ...state,
    run,
    sentMessages: isSame ? state.sentMessages : { total: run.before.accepted + session, session },
  };
}

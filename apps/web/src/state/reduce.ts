import { findTemplate } from '@catbird/core/templates';
import type { RunReport } from '../worker/protocol.ts';
import { chartOf, noHistory } from './history.ts';
import { checkForm, placeOf, type Config, type Errors, type Form } from './settings.ts';
import {
  CUSTOM,
  SAMPLE_HINT,
  type Action,
  type Restored,
  type RunState,
  type State,
  type Step,
  type Verdict,
} from './state.ts';

/** The state after something happened. Pure. */
export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'restored':
      return restore(state, action.link);
    case 'address written':
      return { ...state, addressLength: action.length };
    case 'advanced':
      return { ...state, step: later(state.step, 1) };
    case 'form changed':
      return { ...state, form: action.form, errors: stillWrong(state.errors, action.form) };
    case 'settings refused':
      return { ...state, errors: action.errors };
    case 'settings saved':
      return { ...state, config: action.config, errors: {}, withheld: undefined, step: later(state.step, 2) };
    case 'test started':
      return { ...state, sentTo: seen(state.sentTo, action.config) };
    case 'template chosen':
      return choose(state, action.template);
    case 'content edited':
      return edit(state, action.content);
    case 'seed changed':
      return { ...state, seed: action.seed };
    case 'previewed':
    case 'checked':
    case 'schema refused':
    case 'sample failed':
      // An answer about a text that has been edited since says nothing of the new one.
      return action.content === state.content ? judge(state, action) : state;
    default:
      return reduceRun(state, action);
  }
}

type RunAction = Extract<Action, { type: `run ${string}` }>;

function reduceRun(state: State, action: RunAction): State {
  switch (action.type) {
    case 'run started':
      return start(state, action.fresh, action.config);
    case 'run progressed':
      return progress(state, action.progress);
    case 'run stopping':
      return state.run === undefined ? state : { ...state, run: { ...state.run, phase: 'stopping' } };
    case 'run ended':
      return end(progress(state, action.summary), { summary: action.summary, broken: undefined });
    default:
      return end(state, { summary: undefined, broken: action.message });
  }
}

/** The steps that can be seen, one more at a time and never beyond the last. */
const later = (step: Step, atLeast: Step): Step => (step >= atLeast ? step : atLeast);

/** Of the errors that are shown those that typing has not mended, in today's words. New ones are for the next Save to find. */
function stillWrong(shown: Errors, form: Form): Errors {
  const fields = Object.keys(shown);
  if (fields.length === 0) return shown;
  const checked = checkForm(form);
  const errors = checked.ok ? {} : checked.errors;
  return Object.fromEntries(fields.flatMap((field) => (errors[field] ? [[field, errors[field]]] : [])));
}

const seen = (places: readonly string[], config: Config): readonly string[] => [
  ...new Set([...places, placeOf(config)]),
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
    errors: {},
    template,
    content,
    opened: template === CUSTOM ? content : undefined,
    lenient: template === CUSTOM,
    schema: undefined,
    issues: [],
    schemaError: undefined,
    refused: false,
    seed: seed ?? state.seed,
    step: step === undefined ? onLoad : step > most ? most : step,
    // Back and Forward lead to settings of the same link, or to others that came after it.
    fromLink: step === undefined ? holdsConfig : state.fromLink,
  };
}

/** What the engine found out about the text. */
function judge(state: State, action: Verdict): State {
  switch (action.type) {
    case 'previewed':
      return {
        ...state,
        schema: action.content,
        sample: action.sample,
        sampleCode: action.sample.text,
        issues: action.notes,
        schemaError: undefined,
        refused: false,
      };
    case 'checked':
      return { ...state, issues: action.issues };
    case 'schema refused':
      return {
        ...state,
        schema: undefined,
        sample: undefined,
        sampleCode: 'Error parsing schema',
        issues: action.issues,
        schemaError: undefined,
        refused: true,
      };
    default:
      return {
        ...state,
        schema: undefined,
        sample: undefined,
        sampleCode: 'Error generating sample data',
        schemaError: `Error generating sample: ${action.message}`,
        refused: true,
      };
  }
}

function choose(state: State, name: string): State {
  const template = findTemplate(name);
  const content = template?.text ?? state.content;
  return { ...edit(state, content), template: template === undefined ? CUSTOM : name };
}

function edit(state: State, content: string): State {
  if (content === state.content) return { ...state, schema: undefined };
  const template = findTemplate(state.template);
  const stays = template !== undefined && isSameJson(template.text, content);
  const lenient = state.opened !== undefined && isSameJson(state.opened, content);
  return {
    ...state,
    content,
    lenient,
    schema: undefined,
    // Without a row, what stands there is why there was none for the text before.
    sampleCode: state.sample === undefined ? SAMPLE_HINT : state.sampleCode,
    issues: [],
    schemaError: undefined,
    refused: false,
    template: stays ? template.name : CUSTOM,
  };
}

/** Formatting alone is no difference. */
function isSameJson(a: string, b: string): boolean {
  try {
    return JSON.stringify(JSON.parse(a)) === JSON.stringify(JSON.parse(b));
  } catch {
    // What is no JSON differs from every template.
    return false;
  }
}

function start(state: State, fresh: boolean, config: Config): State {
  return {
    ...state,
    step: 3,
    sentTo: seen(state.sentTo, config),
    sentMessages: { total: fresh ? 0 : state.sentMessages.total, session: 0 },
    sessions: fresh ? 1 : state.sessions + 1,
    nextRow: fresh ? 0 : state.nextRow,
    run: {
      phase: 'starting',
      config,
      progress: undefined,
      summary: undefined,
      broken: undefined,
      history: noHistory,
    },
  };
}

function progress(state: State, report: RunReport): State {
  const { run, sentMessages } = state;
  if (run === undefined) return state;
  const more = report.accepted - (run.progress?.accepted ?? 0);
  const rows = report.generated - (run.progress?.generated ?? 0);
  return {
    ...state,
    nextRow: state.nextRow + rows,
    sentMessages: { total: sentMessages.total + more, session: sentMessages.session + more },
    run: {
      ...run,
      phase: run.phase === 'starting' ? 'running' : run.phase,
      progress: report,
      history: chartOf(run.history, report),
    },
  };
}

const end = (state: State, how: Pick<RunState, 'summary' | 'broken'>): State =>
  state.run === undefined ? state : { ...state, run: { ...state.run, ...how, phase: 'over' } };

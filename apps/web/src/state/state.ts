import type { Issue } from '@catbird/core';
import { findTemplate, templates } from '@catbird/core/templates';
import type { RunReport, RunSummary, SlowField } from '../worker/protocol.ts';
import { chartOf, noHistory, type History } from './history.ts';
import { checkForm, emptyForm, type Config, type Errors, type Form } from './settings.ts';

/** How far the page is revealed: landing, settings, schema designer, overview. */
export type Step = 0 | 1 | 2 | 3;

/** The template that stands for a schema of one's own. */
export const CUSTOM = 'Custom';

/** What the preview shows before the first one. */
export const SAMPLE_HINT = 'Click Preview to see what your data looks like';

/** A row as the preview shows it. */
export interface Sample {
  /** Indented. */
  readonly text: string;
  /** As it is sent, and how many bytes that is. */
  readonly line: string;
  readonly bytes: number;
  readonly seed: string;
  /** Fields that take too long. */
  readonly slow: readonly SlowField[];
}

/** A run, from its start until another one starts. */
export interface RunState {
  readonly phase: 'starting' | 'running' | 'stopping' | 'over';
  readonly config: Config;
  readonly progress: RunReport | undefined;
  /** How it ended. */
  readonly summary: RunSummary | undefined;
  /** The page itself could not run it. */
  readonly broken: string | undefined;
  readonly history: History;
}

/** Everything the page knows. */
export interface State {
  readonly step: Step;
  readonly form: Form;
  /** The settings as last saved. */
  readonly config: Config | undefined;
  readonly errors: Errors;
  readonly template: string;
  readonly content: string;
  /** The content once it has been found valid; undefined after every edit. */
  readonly schema: string | undefined;
  readonly seed: string;
  readonly sample: Sample | undefined;
  /** The preview's text: a hint, an indented row, or why there is none. */
  readonly sampleCode: string;
  readonly issues: readonly Issue[];
  /** Something else is wrong with the schema: the generator's own words. */
  readonly schemaError: string | undefined;
  /** A preview or a start was refused for the schema, and nothing has changed since. */
  readonly refused: boolean;
  readonly run: RunState | undefined;
  readonly sentMessages: { readonly total: number; readonly session: number };
  /** Sessions since the page was opened. */
  readonly sessions: number;
  /** Index of the first row of the next session. */
  readonly nextRow: number;
  /** Settings came with the address the page was opened at, and nothing has been sent since: a link never acts. */
  readonly fromLink: boolean;
  /** Characters of the whole address as last written. */
  readonly addressLength: number;
}

/** What a link says; what it does not say stays as it is. */
export interface Restored {
  readonly form: Form;
  readonly template: string;
  readonly content: string;
  readonly seed?: string | undefined;
  /** It names a destination. */
  readonly holdsConfig: boolean;
  /** Where the history left off; undefined on load, when the step is as the specification says, section 4. */
  readonly step: Step | undefined;
}

/** What may happen. */
export type Action =
  | { readonly type: 'restored'; readonly link: Restored }
  | { readonly type: 'address written'; readonly length: number }
  | { readonly type: 'advanced' }
  | { readonly type: 'form changed'; readonly form: Form }
  | { readonly type: 'settings refused'; readonly errors: Errors }
  | { readonly type: 'settings saved'; readonly config: Config }
  | { readonly type: 'template chosen'; readonly template: string }
  | { readonly type: 'content edited'; readonly content: string }
  | { readonly type: 'seed changed'; readonly seed: string }
  | {
      readonly type: 'previewed';
      readonly content: string;
      readonly sample: Sample;
      readonly notes: readonly Issue[];
    }
  | { readonly type: 'checked'; readonly content: string; readonly issues: readonly Issue[] }
  | { readonly type: 'schema refused'; readonly issues: readonly Issue[] }
  | { readonly type: 'sample failed'; readonly message: string }
  | { readonly type: 'run started'; readonly fresh: boolean; readonly config: Config }
  | { readonly type: 'run progressed'; readonly progress: RunReport }
  | { readonly type: 'run stopping' }
  | { readonly type: 'run ended'; readonly summary: RunSummary }
  | { readonly type: 'run broke'; readonly message: string };

const [simple] = templates;

/** The state of a page that has just been opened. */
export const initialState = (seed: string): State => ({
  step: 0,
  form: emptyForm,
  config: undefined,
  errors: {},
  template: CUSTOM,
  content: simple?.text ?? '',
  schema: undefined,
  seed,
  sample: undefined,
  sampleCode: SAMPLE_HINT,
  issues: [],
  schemaError: undefined,
  refused: false,
  run: undefined,
  sentMessages: { total: 0, session: 0 },
  sessions: 0,
  nextRow: 0,
  fromLink: false,
  addressLength: 0,
});

/** Whether events are being generated: then destination, settings, template and editor are locked. */
export const isRunning = ({ run }: Pick<State, 'run'>): boolean => run !== undefined && run.phase !== 'over';

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
      return { ...state, form: action.form };
    case 'settings refused':
      return { ...state, errors: action.errors };
    case 'settings saved':
      return { ...state, config: action.config, errors: {}, step: later(state.step, 2) };
    case 'template chosen':
      return choose(state, action.template);
    case 'content edited':
      return edit(state, action.content);
    case 'seed changed':
      return { ...state, seed: action.seed };
    case 'previewed':
      return state.content === action.content
        ? {
            ...state,
            schema: action.content,
            sample: action.sample,
            sampleCode: action.sample.text,
            issues: action.notes,
            schemaError: undefined,
            refused: false,
          }
        : state;
    case 'checked':
      return state.content === action.content ? { ...state, issues: action.issues } : state;
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
    case 'sample failed':
      return {
        ...state,
        schema: undefined,
        sample: undefined,
        sampleCode: 'Error generating sample data',
        schemaError: `Error generating sample: ${action.message}`,
        refused: true,
      };
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

function restore(state: State, { form, template, content, seed, holdsConfig, step }: Restored): State {
  const checked = checkForm(form);
  const config = holdsConfig && checked.ok ? checked.config : undefined;
  const onLoad = config === undefined ? 0 : 2;
  const most = config === undefined ? 1 : 3;
  return {
    ...state,
    form,
    config,
    errors: {},
    template,
    content,
    schema: undefined,
    issues: [],
    schemaError: undefined,
    refused: false,
    seed: seed ?? state.seed,
    step: step === undefined ? onLoad : step > most ? most : step,
    fromLink: step === undefined && holdsConfig,
  };
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
  return {
    ...state,
    content,
    schema: undefined,
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
    fromLink: false,
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

import type { Issue } from '@catbird/core';
import { templates } from '@catbird/core/templates';
import type { RunReport, RunSummary } from '../worker/protocol.ts';
import type { History } from './history.ts';
import { emptyForm, placeOf, type Config, type Errors, type Form, type Withheld } from './settings.ts';

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
  /** The content as a link brought it; undefined where none did. */
  readonly opened: string | undefined;
  /** The content is what a link brought, or differs from it by format alone: what was ignored before is a warning, not an error. */
  readonly lenient: boolean;
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
  /** Settings came with the address that the page was opened at. */
  readonly fromLink: boolean;
  /** Places that a person has had requests sent to since the page was opened, as `placeOf` names them. */
  readonly sentTo: readonly string[];
  /** Credentials of this tab that the settings were not given. */
  readonly withheld: Withheld | undefined;
  /** Characters of the whole address as last written. */
  readonly addressLength: number;
}

/** What a link says; what it does not say stays as it is. */
export interface Restored {
  readonly form: Form;
  readonly withheld: Withheld | undefined;
  readonly template: string;
  readonly content: string;
  readonly seed?: string | undefined;
  /** It names a destination. */
  readonly holdsConfig: boolean;
  /** Where the history left off; undefined on load, when the step is as the specification says, section 4. */
  readonly step: Step | undefined;
}

/** What the engine found out about a text. */
export type Verdict =
  | {
      readonly type: 'previewed';
      readonly content: string;
      readonly sample: Sample;
      readonly notes: readonly Issue[];
    }
  | { readonly type: 'checked'; readonly content: string; readonly issues: readonly Issue[] }
  | { readonly type: 'schema refused'; readonly content: string; readonly issues: readonly Issue[] }
  | { readonly type: 'sample failed'; readonly content: string; readonly message: string };

/** What may happen. */
export type Action =
  | { readonly type: 'restored'; readonly link: Restored }
  | { readonly type: 'address written'; readonly length: number }
  | { readonly type: 'advanced' }
  | { readonly type: 'form changed'; readonly form: Form }
  | { readonly type: 'settings refused'; readonly errors: Errors }
  | { readonly type: 'settings saved'; readonly config: Config }
  | { readonly type: 'test started'; readonly config: Config }
  | { readonly type: 'template chosen'; readonly template: string }
  | { readonly type: 'content edited'; readonly content: string }
  | { readonly type: 'seed changed'; readonly seed: string }
  | Verdict
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
  opened: undefined,
  lenient: false,
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
  sentTo: [],
  withheld: undefined,
  addressLength: 0,
});

/** Whether events are being generated: then destination, settings, template and editor are locked. */
export const isRunning = ({ run }: Pick<State, 'run'>): boolean => run !== undefined && run.phase !== 'over';

/** Whether a link filled in settings, and they lead where nothing has been sent yet: then a person sees the host first, for a link never acts. */
export const isUnseen = ({ fromLink, sentTo }: Pick<State, 'fromLink' | 'sentTo'>, config: Config): boolean =>
  fromLink && !sentTo.includes(placeOf(config));

import { type SchemaIssue, simpleExample } from '@catbird/engine';
import type { KeptSample } from './kept-sample.ts';
import type { Config, Errors, Form, LinkReport, Withheld } from './config.ts';
import { CUSTOM } from './templates.ts';
import { isOver, type Run, type StreamEvent } from './run.ts';
import { emptyForm, targetOf } from './settings.ts';
import type { KeptProgress } from '../kept/kept-run.ts';

/** The latest revealed step: landing, settings, schema designer, overview. */
export type Step = 0 | 1 | 2 | 3;

export { CUSTOM };

/** Shown until the first row. */
export const SAMPLE_HINT = 'Click Preview to see what your data looks like';

/** A previewed row. */
export interface Sample {
  /** Indented. */
  readonly text: string;
  /** As sent, and its size. */
  readonly line: string;
  readonly bytes: number;
  /** The schema it is a row of. */
  readonly content: string;
  readonly seed: string;
  /** What its time followed from: see `timeKey`. */
  readonly timeKey: string;
}

/** The latest run. */
export interface RunState extends Run {
  readonly config: Config;
}

/** The page's state. */
export interface State {
  readonly step: Step;
  readonly form: Form;
  /** The saved settings. */
  readonly config: Config | undefined;
  readonly errors: Errors;
  readonly template: string;
  readonly content: string;
  /** The content that a link brought; undefined without one. */
  readonly opened: string | undefined;
  /** The content is still the link's, but for formatting: unknown params are warnings, not errors. */
  readonly lenient: boolean;
  /** The validated content; undefined after every edit. */
  readonly schema: string | undefined;
  readonly seed: string;
  readonly sample: Sample | undefined;
  /** The preview's text: a hint, an indented row, or an error. */
  readonly sampleCode: string;
  readonly issues: readonly SchemaIssue[];
  /** The issues are those of the content; false after every edit, until it has been checked. */
  readonly isChecked: boolean;
  /** An error without a place in the text, such as a generator's. */
  readonly schemaError: string | undefined;
  /** The schema failed the last preview or start, and has not been edited since. */
  readonly rejected: boolean;
  readonly run: RunState | undefined;
  readonly sentMessages: { readonly total: number; readonly session: number };
  /** Sessions since the page was opened. */
  readonly sessions: number;
  /** The page was opened at a link with settings. */
  readonly fromLink: boolean;
  /** Settings or schema have been edited since the address was opened. */
  readonly isEdited: boolean;
  /** The sample that a schema was made from last. */
  readonly pasted: KeptSample | undefined;
  /** Targets that the user has sent requests to since the page was opened; see `targetOf`. */
  readonly sentTo: readonly string[];
  /** Stored credentials that were not filled in. */
  readonly withheld: Withheld | undefined;
  /** What the opened link lacks; undefined if nothing, and after saving. */
  readonly linkReport: LinkReport | undefined;
  /** Length of the whole address as last written, in characters. */
  readonly addressLength: number;
}

/** What a link restores. */
export interface Restored {
  readonly form: Form;
  readonly withheld: Withheld | undefined;
  readonly linkReport?: LinkReport | undefined;
  readonly template: string;
  readonly content: string;
  readonly seed?: string | undefined;
  /** It names a destination. */
  readonly holdsConfig: boolean;
  /** The step stored in the history entry; undefined on load, when section 4 of the specification decides. */
  readonly step: Step | undefined;
}

/** The engine's verdict on a text that it has previewed. */
export type PreviewVerdict =
  | {
      readonly type: 'previewed';
      readonly content: string;
      /** Undefined: none in time. */
      readonly sample: Sample | undefined;
      readonly notes: readonly SchemaIssue[];
    }
  | { readonly type: 'schema rejected'; readonly content: string; readonly issues: readonly SchemaIssue[] }
  | { readonly type: 'sample failed'; readonly content: string; readonly message: string };

/** The engine's verdict on a text. */
export type Verdict =
  | PreviewVerdict
  /** A preview that nobody asked for: it does not validate the schema, and its errors leave the last row in place. */
  | { readonly type: 'refreshed'; readonly content: string; readonly verdict: PreviewVerdict };

/** Changes of the settings form. */
export type SettingsAction =
  | { readonly type: 'form changed'; readonly form: Form }
  | { readonly type: 'settings rejected'; readonly errors: Errors }
  | { readonly type: 'settings saved'; readonly config: Config }
  | { readonly type: 'test started'; readonly config: Config };

/** Changes of the schema text and its seed. */
export type SchemaAction =
  | { readonly type: 'template chosen'; readonly template: string }
  | { readonly type: 'content edited'; readonly content: string }
  | { readonly type: 'seed changed'; readonly seed: string }
  | { readonly type: 'sample kept'; readonly pasted: KeptSample | undefined };

/** Events of a run. */
export type RunAction =
  | {
      readonly type: 'run started';
      readonly fresh: boolean;
      readonly config: Config;
      /** How far the run to continue has come, if it is not this page's own. */
      readonly kept?: KeptProgress | undefined;
    }
  | { readonly type: 'run event'; readonly event: StreamEvent };

/** Everything that can happen. */
export type Action =
  | { readonly type: 'restored'; readonly link: Restored }
  | { readonly type: 'address written'; readonly length: number }
  | { readonly type: 'advanced' }
  | SettingsAction
  | SchemaAction
  | Verdict
  | RunAction;

/** The state of a newly opened page. */
export const initialState = (seed: string): State => ({
  step: 0,
  form: emptyForm,
  config: undefined,
  errors: {},
  template: CUSTOM,
  content: simpleExample.text,
  opened: undefined,
  lenient: false,
  schema: undefined,
  seed,
  sample: undefined,
  sampleCode: SAMPLE_HINT,
  issues: [],
  isChecked: false,
  schemaError: undefined,
  rejected: false,
  run: undefined,
  sentMessages: { total: 0, session: 0 },
  sessions: 0,
  fromLink: false,
  isEdited: false,
  pasted: undefined,
  sentTo: [],
  withheld: undefined,
  linkReport: undefined,
  addressLength: 0,
});

/** Whether a stream runs: destination, settings, template and editor are locked. */
export const isRunning = ({ run }: Pick<State, 'run'>): boolean => run !== undefined && !isOver(run);

/** Whether a link filled in a target that nothing has been sent to yet. The page then names the host first: a link never acts by itself. */
export const isUnconfirmed = (
  { fromLink, sentTo }: Pick<State, 'fromLink' | 'sentTo'>,
  config: Config,
): boolean => fromLink && !sentTo.includes(targetOf(config));

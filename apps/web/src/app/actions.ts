import { type Renamed, type Spread, formatSchema, type RateChange } from '@catbird/engine';
import type { CheckResult } from '@catbird/send';
import type { KeptRuns } from '../kept/database.ts';
import { EVERY_RUN_IS_FREE, type Ownership } from '../kept/ownership.ts';
import { readLink, withConfig, withoutSecrets, withSchema } from '../link/link.ts';
import { keepSecrets, keepsSecretsOut } from '../link/secrets.ts';
import type { Form } from '../state/config.ts';
import { checkForm, destinationOf, errorsOf } from '../state/settings.ts';
import { isRunning, type Sample, type State } from '../state/state.ts';
import type { Engine } from '../worker/engine.ts';
import type { FaultTrial, StreamRequest } from '../worker/run-protocol.ts';
import type {
  DataProfile,
  GeneratedRows,
  RenameRequest,
  SourceRequest,
  StreamPlan,
} from '../worker/schema-protocol.ts';
import type { DrawnType, TypeSummary } from '../worker/type-protocol.ts';
import type { Address, Rewrite } from './address.ts';
import type { KeptRunActions } from './kept-runs.ts';
import { newPreviewer } from './previewer.ts';
import { newRestorer } from './restorer.ts';
import { newStreamer } from './streamer.ts';
import type { Store } from './store.ts';
import { planRequest, timeRequest } from './time-request.ts';

/** What the user can do. Effects live here; state changes are the reducer's. */
export interface Actions {
  /** Reads the address, once, and follows Back and Forward. */
  open(): Promise<void>;
  /** Moves from the landing to the settings. */
  begin(): void;
  /** Moves from the landing to the settings, and marks what a link lacks. */
  complete(): void;
  /** On the landing: ten seconds of events to Log, without an account. */
  demo(): Promise<void>;
  /** The runs of earlier pages. Loaded when asked for. */
  keptRuns(): Promise<KeptRunActions>;
  changeForm(form: Form): void;
  /** Validates the settings, writes them to the address and continues. */
  save(): void;
  testConnection(): Promise<CheckResult | undefined>;
  /** What the form's stream will send; undefined while a setting is invalid. */
  plan(): Promise<StreamPlan | undefined>;
  chooseTemplate(template: string): void;
  edit(content: string): void;
  format(): void;
  changeSeed(seed: string): void;
  /** Picks a random seed and previews with it. */
  newSeed(): Promise<void>;
  /** Refreshes the preview and the schema's issues, once typing pauses. */
  check(): void;
  /** Validates the schema, previews a row and writes the address. True if the schema is valid. */
  preview(): Promise<boolean>;
  /** In the schema designer: starts with the first row, both counters at 0. */
  saveAndGenerate(): Promise<void>;
  /** On the overview: continues with the row after the last session's. */
  start(): Promise<void>;
  stop(): void;
  /** Sets the rate of the running stream. 0 pauses it, and another rate resumes it. */
  setRate(to: RateChange['to']): void;
  pause(): void;
  /** Resumes at the rate from before the pause. */
  resume(): void;
  /** Skips the history that the running stream has left. */
  goLive(): void;
  /** Injects faults into the running stream for a while; undefined: no more. */
  tryFaults(trial: FaultTrial | undefined): void;
  /** The faults of the last session, as JSON lines. */
  faultLog(): string;
  /** The stream of the last session, as it was started; undefined before the first. */
  started(): StreamRequest | undefined;
  /** Rows of a preview's schema, and statistics on up to 10,000. */
  profile(sample: Sample): Promise<DataProfile>;
  /** What the rows of the next stream follow from. */
  source(): SourceRequest;
  /** Rows of the schema, to be compared with a sample. */
  rows(spread: Spread): Promise<GeneratedRows>;
  types(): Promise<readonly TypeSummary[]>;
  /** The schema text in which a field has another name, wherever it is read; undefined if it cannot be read. */
  rename(request: RenameRequest): Promise<Renamed | undefined>;
  /** Values of generator types under the present seed. @param counted values to add up, per type; 0: none */
  draw(types: readonly string[], counted: number): Promise<readonly DrawnType[]>;
}

const SEEDS = 1_000_000;

/** A random seed. */
export const randomSeed = (): string => String(Math.floor(Math.random() * SEEDS));

/**
 * The actions on a store.
 *
 * @param ownership which tab a run belongs to. Default: every run is free
 * @param open the runs that are kept. Default: in this browser's database
 */
export function newActions(
  store: Store,
  engine: Engine,
  address: Address,
  ownership: Ownership = EVERY_RUN_IS_FREE,
  open?: () => Promise<KeptRuns>,
): Actions {
  const write = (search: string): void => {
    address.push(search, store.get().step);
    store.dispatch({ type: 'address written', length: address.length() });
  };
  const restorer = newRestorer(store, address);
  const previewer = newPreviewer(store, engine, (withSchema) => write(withSchema(address.search())));
  /** The query that restores what is sent. The address has neither a demonstration nor a new seed that was not previewed. */
  const link = (): string => {
    const { config, template, seed } = store.get();
    const search = address.search();
    const packed = readLink(search).schema ?? '';
    const whole = config === undefined ? search : withConfig(search, config, { secrets: false });
    return withoutSecrets(withSchema(whole, { template, packed, seed }));
  };
  const streamer = newStreamer(store, {
    onStart: () => address.mark(store.get().step),
    link,
    ownership,
  });
  const settings = settingsActions(store, engine, (withSettings) => write(withSettings(address.search())));
  const { save } = settings;
  const begin = (): void => {
    store.dispatch({ type: 'advanced' });
    address.mark(store.get().step);
  };
  const run = (fresh: boolean): void => {
    const started = store.get();
    const search = address.search();
    streamer.run({ fresh, logs: restorer.logs() });
    void remember(started, search).catch((error: unknown) => reportError(error));
  };
  return {
    open: () => restorer.open(),
    begin,
    complete() {
      const checked = checkForm(store.get().form);
      begin();
      store.dispatch({ type: 'settings rejected', errors: errorsOf(checked) });
    },
    async demo() {
      const { prepareDemo } = await import('./demo.ts');
      if (await prepareDemo(store, previewer, address))
        streamer.run({ fresh: true, logs: false, isDemo: true });
    },
    async keptRuns() {
      const { newKeptRuns } = await import('./kept-runs.ts');
      return newKeptRuns({ store, engine, restorer, previewer, streamer, ownership, open, link, save });
    },
    ...settings,
    ...schemaActions(store, previewer),
    check: () => previewer.check(),
    preview: () => previewer.preview(),
    async saveAndGenerate() {
      if (store.get().step !== 2 || isRunning(store.get())) return;
      if (await previewer.preview()) run(true);
    },
    async start() {
      if (isRunning(store.get())) return;
      if (store.get().schema !== undefined || (await previewer.preview())) run(false);
    },
    stop: () => streamer.stop(),
    setRate(to) {
      if (to === 0) return streamer.change({ kind: 'pause' });
      streamer.change({ kind: 'control', to });
      streamer.change({ kind: 'resume' });
    },
    pause: () => streamer.change({ kind: 'pause' }),
    resume: () => streamer.change({ kind: 'resume' }),
    goLive: () => streamer.change({ kind: 'live' }),
    tryFaults: (trial) => streamer.change({ kind: 'trial', trial }),
    faultLog: () => streamer.faultLog(),
    started: () => streamer.started(),
    profile({ content, seed }) {
      const { lenient } = store.get();
      return engine.profile({ text: { content, lenient }, seed, time: timeRequest(store.get()) });
    },
    source() {
      const { content, lenient, seed } = store.get();
      return { text: { content, lenient }, seed, time: timeRequest(store.get()) };
    },
    rows(spread) {
      const { content, lenient, seed } = store.get();
      return engine.rows({ text: { content, lenient }, seed, spread });
    },
    types: () => engine.types(),
    rename: (request) => engine.rename(request),
    draw: (types, counted) => engine.draw({ types, counted, seed: store.get().seed }),
  };
}

/** Adds a started stream to the recent ones. Loaded then: what opens need not wait for it. @param search of the page */
async function remember(state: State, search: string): Promise<void> {
  if (state.config === undefined) return;
  const { recentSearch, rememberStream } = await import('../link/recent.ts');
  const whole = recentSearch(state.config, state, search);
  if (whole !== undefined) rememberStream(whole, Date.now());
}

type SettingsActions = Pick<Actions, 'changeForm' | 'save' | 'testConnection' | 'plan'>;

function settingsActions(store: Store, engine: Engine, rewrite: Rewrite): SettingsActions {
  return {
    changeForm: (form) => store.dispatch({ type: 'form changed', form }),
    save() {
      const checked = checkForm(store.get().form);
      if (!checked.ok) return store.dispatch({ type: 'settings rejected', errors: errorsOf(checked) });
      const { config } = checked;
      const keepOut = keepsSecretsOut();
      keepSecrets(destinationOf(config), config, keepOut);
      store.dispatch({ type: 'settings saved', config });
      return rewrite((search) => withConfig(search, config, { secrets: !keepOut }));
    },
    async testConnection() {
      const checked = checkForm(store.get().form);
      store.dispatch({ type: 'settings rejected', errors: errorsOf(checked) });
      if (!checked.ok) return undefined;
      store.dispatch({ type: 'test started', config: checked.config });
      return engine.test(checked.config);
    },
    async plan() {
      const request = planRequest(store.get());
      return request && engine.plan(request);
    },
  };
}

type SchemaActions = Pick<Actions, 'chooseTemplate' | 'edit' | 'format' | 'changeSeed' | 'newSeed'>;

function schemaActions(store: Store, previewer: ReturnType<typeof newPreviewer>): SchemaActions {
  const edit = (content: string): void => store.dispatch({ type: 'content edited', content });
  return {
    chooseTemplate: (template) => store.dispatch({ type: 'template chosen', template }),
    edit,
    format: () => edit(formatSchema(store.get().content)),
    changeSeed: (seed) => store.dispatch({ type: 'seed changed', seed }),
    async newSeed() {
      store.dispatch({ type: 'seed changed', seed: randomSeed() });
      await previewer.preview();
    },
  };
}

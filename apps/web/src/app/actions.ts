import { type Spread, formatSchema } from '@catbird/engine';
import type { CheckResult } from '@catbird/send';
import type { KeptRuns } from '../kept/database.ts';
import { OWN } from '../kept/kept-run.ts';
import { EVERY_RUN_IS_FREE, type Ownership } from '../kept/ownership.ts';
import { readLink, withConfig, withoutSecrets, withSchema } from '../link/link.ts';
import { keepSecrets, keepsSecretsOut } from '../link/secrets.ts';
import type { Form } from '../state/config.ts';
import type { KeptSample } from '../state/kept-sample.ts';
import { checkForm, destinationOf, errorsOf } from '../state/settings.ts';
import { isRunning, type Sample, type State } from '../state/state.ts';
import { loadTemplates } from '../state/templates.ts';
import type { Engine } from '../worker/engine.ts';
import type { DataProfile, GeneratedRows, SourceRequest, StreamPlan } from '../worker/schema-protocol.ts';
import type { DrawnType } from '../worker/type-protocol.ts';
import type { Address, Rewrite } from './address.ts';
import type { KeptStream } from './kept-notice.tsx';
import { newRestorer } from './restorer.ts';
import type { SentStream } from '../state/own-stream.ts';
import type { Runner } from '../run/runner.ts';
import { newStreamer } from './streamer.ts';
import type { Store } from './store.ts';
import { newPreviewer, planRequest, timeRequest, type Previewer } from './previewer.ts';

/** What the user can do. Effects live here; state changes are the reducer's. */
export interface Actions extends Omit<Runner, 'start'>, Previewer, Pick<Engine, 'types' | 'rename'> {
  /** Reads the address, once, and follows Back and Forward. */
  open(): Promise<void>;
  /** Moves from the landing to the settings. */
  begin(): void;
  /** Moves from the landing to the settings, and marks what a link lacks. */
  complete(): void;
  /** On the landing: ten seconds of events to Log, without an account. */
  demo(): Promise<void>;
  /** What the runs of earlier pages take to be offered and continued. */
  readonly kept: KeptStream;
  changeForm(form: Form): void;
  /** Validates the settings, writes them to the address and continues. False if they are invalid. */
  save(): boolean;
  testConnection(): Promise<CheckResult | undefined>;
  /** What the form's stream will send; undefined while a setting is invalid. */
  plan(): Promise<StreamPlan | undefined>;
  chooseTemplate(template: string): void;
  edit(content: string): void;
  format(): void;
  /** Keeps the sample that the schema was made from, to compare rows with it, in place of the last. */
  keepSample(sample: KeptSample | undefined): void;
  changeSeed(seed: string): void;
  /** Picks a random seed and previews with it. */
  newSeed(): Promise<void>;
  /** In the schema designer: starts with the first row, both counters at 0. */
  saveAndGenerate(): Promise<void>;
  /** On the overview: continues with the row after the last session's. */
  start(): Promise<void>;
  /** Rows of a preview's schema, and statistics on up to 10,000. @param tell called with each profile so far */
  profile(sample: Sample, tell: (profile: DataProfile) => void): Promise<DataProfile>;
  /** What the latest session sent, as far as it is known. */
  sent(): SentStream;
  /** What the rows of the next stream follow from. */
  source(): SourceRequest;
  /** Rows of the schema, to be compared with a sample. */
  rows(spread: Spread): Promise<GeneratedRows>;
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
  const source = (): SourceRequest => {
    const { content, lenient, seed } = store.get();
    return { text: { content, lenient }, seed, time: timeRequest(store.get()) };
  };
  /** The worker of a stream starts for a while, and this one is there. What it cannot answer, the stream fails with, too. */
  const learn = async (): Promise<void> => {
    const figures = await engine.figures(source()).catch(() => undefined);
    if (figures !== undefined) store.dispatch({ type: 'run event', event: { type: 'learned', figures } });
  };
  const streamer = newStreamer(store, {
    onStart() {
      address.mark(store.get().step);
      void learn();
    },
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
    kept: { place: { key: OWN, ownership, open }, store, engine, restorer, previewer, streamer, link, save },
    ...streamer.runner,
    ...settings,
    ...schemaActions(store, previewer),
    ...previewer,
    async saveAndGenerate() {
      if (store.get().step !== 2 || isRunning(store.get())) return;
      if (await previewer.preview()) run(true);
    },
    async start() {
      if (isRunning(store.get())) return;
      if (store.get().schema !== undefined || (await previewer.preview())) run(false);
    },
    profile: ({ content, seed }, tell) => {
      const { text, time } = source();
      return engine.profile({ text: { ...text, content }, seed, time }, tell);
    },
    sent: () => ({ stream: streamer.runner.request(OWN), sent: store.get().run?.summary?.sent }),
    source,
    rows(spread) {
      const { content, lenient, seed } = store.get();
      return engine.rows({ text: { content, lenient }, seed, spread });
    },
    types: engine.types,
    rename: engine.rename,
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
      if (!checked.ok) {
        store.dispatch({ type: 'settings rejected', errors: errorsOf(checked) });
        return false;
      }
      const { config } = checked;
      const keepOut = keepsSecretsOut();
      keepSecrets(destinationOf(config), config, keepOut);
      store.dispatch({ type: 'settings saved', config });
      rewrite((search) => withConfig(search, config, { secrets: !keepOut }));
      return true;
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

type SchemaActions = Pick<
  Actions,
  'chooseTemplate' | 'edit' | 'format' | 'keepSample' | 'changeSeed' | 'newSeed'
>;

function schemaActions(store: Store, previewer: ReturnType<typeof newPreviewer>): SchemaActions {
  const edit = (content: string): void => store.dispatch({ type: 'content edited', content });
  return {
    chooseTemplate: (template) =>
      void loadTemplates().then(() => store.dispatch({ type: 'template chosen', template }), reportError),
    edit,
    format: () => edit(formatSchema(store.get().content)),
    keepSample(pasted) {
      const { reader } = store.get().pasted ?? {};
      if (reader !== pasted?.reader) reader?.stop();
      store.dispatch({ type: 'sample kept', pasted });
    },
    changeSeed: (seed) => store.dispatch({ type: 'seed changed', seed }),
    async newSeed() {
      store.dispatch({ type: 'seed changed', seed: randomSeed() });
      await previewer.preview();
    },
  };
}

import type { Spread } from '@catbird/core';
import type { CheckResult } from '@catbird/core/destinations';
import { formatSchema } from '@catbird/core/templates';
import type { RateChange } from '@catbird/core/time';
import { withConfig } from '../link/link.ts';
import { keepSecrets, keepsSecretsOut } from '../link/secrets.ts';
import type { Form } from '../state/config.ts';
import { checkForm, destinationOf } from '../state/settings.ts';
import { isRunning } from '../state/state.ts';
import type { Engine } from '../worker/engine.ts';
import type { DataProfile, GeneratedRows, StreamPlan, TypeSummary } from '../worker/protocol.ts';
import type { Address, Rewrite } from './address.ts';
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
  /** Checks the schema for issues, without generating a row. */
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
  /** The faults of the last session, as JSON lines. */
  faultLog(): string;
  /** The first ten rows, and statistics on up to 10,000. */
  profile(): Promise<DataProfile>;
  /** Rows of the schema, to be compared with a sample. */
  rows(spread: Spread): Promise<GeneratedRows>;
  types(): Promise<readonly TypeSummary[]>;
}

const SEEDS = 1_000_000;

/** A random seed. */
export const randomSeed = (): string => String(Math.floor(Math.random() * SEEDS));

/** The actions on a store. */
export function newActions(store: Store, engine: Engine, address: Address): Actions {
  const write = (search: string): void => {
    address.push(search, store.get().step);
    store.dispatch({ type: 'address written', length: address.length() });
  };
  const restorer = newRestorer(store, address);
  const previewer = newPreviewer(store, engine, (withSchema) => write(withSchema(address.search())));
  const streamer = newStreamer(store, () => address.mark(store.get().step));
  return {
    open: () => restorer.open(),
    begin() {
      store.dispatch({ type: 'advanced' });
      address.mark(store.get().step);
    },
    ...settingsActions(store, engine, (withSettings) => write(withSettings(address.search()))),
    ...schemaActions(store, previewer),
    check: () => previewer.check(),
    preview: () => previewer.preview(),
    async saveAndGenerate() {
      if (store.get().step !== 2 || isRunning(store.get())) return;
      if (await previewer.preview()) streamer.run({ fresh: true, logs: restorer.logs() });
    },
    async start() {
      if (isRunning(store.get())) return;
      if (store.get().schema !== undefined || (await previewer.preview()))
        streamer.run({ fresh: false, logs: restorer.logs() });
    },
    stop: () => streamer.stop(),
    setRate(to) {
      if (to === 0) return streamer.change({ kind: 'pause' });
      streamer.change({ kind: 'control', to });
      streamer.change({ kind: 'resume' });
    },
    pause: () => streamer.change({ kind: 'pause' }),
    resume: () => streamer.change({ kind: 'resume' }),
    faultLog: () => streamer.faultLog(),
    profile() {
      const { content, lenient, seed } = store.get();
      return engine.profile({ content, lenient }, seed, timeRequest(store.get()));
    },
    rows(spread) {
      const { content, lenient, seed } = store.get();
      return engine.rows({ content, lenient }, seed, spread);
    },
    types: () => engine.types(),
  };
}

type SettingsActions = Pick<Actions, 'changeForm' | 'save' | 'testConnection' | 'plan'>;

function settingsActions(store: Store, engine: Engine, rewrite: Rewrite): SettingsActions {
  return {
    changeForm: (form) => store.dispatch({ type: 'form changed', form }),
    save() {
      const checked = checkForm(store.get().form);
      if (!checked.ok) return store.dispatch({ type: 'settings rejected', errors: checked.errors });
      const { config } = checked;
      const keepOut = keepsSecretsOut();
      keepSecrets(destinationOf(config), config, keepOut);
      store.dispatch({ type: 'settings saved', config });
      return rewrite((search) => withConfig(search, config, { secrets: !keepOut }));
    },
    async testConnection() {
      const checked = checkForm(store.get().form);
      store.dispatch({ type: 'settings rejected', errors: checked.ok ? {} : checked.errors });
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
  const edit = (content: string): void => {
    store.dispatch({ type: 'content edited', content });
    previewer.check();
  };
  return {
    chooseTemplate(template) {
      store.dispatch({ type: 'template chosen', template });
      previewer.check();
    },
    edit,
    format: () => edit(formatSchema(store.get().content)),
    changeSeed: (seed) => store.dispatch({ type: 'seed changed', seed }),
    async newSeed() {
      store.dispatch({ type: 'seed changed', seed: randomSeed() });
      await previewer.preview();
    },
  };
}

import { findDestination, type CheckResult } from '@catbird/core/destinations';
import { findTemplate, formatSchema, templates } from '@catbird/core/templates';
import { compress, decompress } from '../link/compress.ts';
import { formOf, readLink, withConfig, withSchema, type Link } from '../link/link.ts';
import { keepSecrets, keepsSecretsOut, readSecrets } from '../link/secrets.ts';
import { checkFaults } from '../state/faults.ts';
import { checkForm, destinationOf, type Form } from '../state/settings.ts';
import { CUSTOM, isRunning, type Action, type Step } from '../state/state.ts';
import { startStream, type Engine, type Stream } from '../worker/client.ts';
import type { Look, TypeSummary } from '../worker/protocol.ts';
import type { Address } from './address.ts';
import type { Store } from './store.ts';

/** What a person can do on this page. Effects are here; what they change in the state is the reducer's. */
export interface Actions {
  /** Reads the address, once, and follows Back and Forward. */
  open(): Promise<void>;
  /** From the landing to the settings. */
  begin(): void;
  changeForm(form: Form): void;
  /** Checks the settings, writes them into the address and goes on. */
  save(): void;
  testConnection(): Promise<CheckResult | undefined>;
  chooseTemplate(template: string): void;
  edit(content: string): void;
  format(): void;
  changeSeed(seed: string): void;
  drawSeed(): Promise<void>;
  /** Looks for issues without showing a row. */
  check(): void;
  /** Checks the schema, shows a row and writes the address. True when the schema is valid. */
  preview(): Promise<boolean>;
  /** From the schema designer: from the first row, with both counters at 0. */
  saveAndGenerate(): Promise<void>;
  /** From the overview: goes on with the rows where the last session ended. */
  start(): Promise<void>;
  stop(): void;
  /** The faults of the last session, as JSON lines. */
  faultLog(): string;
  /** Ten rows, and what is in the fields of up to ten thousand. */
  look(): Promise<Look>;
  types(): Promise<readonly TypeSummary[]>;
}

const CHECK_AFTER_MS = 250;
/** As much of the fault log as is kept. */
const MOST_FAULT_CHARACTERS = 64_000_000;
const SEEDS = 1_000_000;

/** A seed that nobody chose. */
export const randomSeed = (): string => String(Math.floor(Math.random() * SEEDS));

/** The actions on a store. */
export function newActions(store: Store, engine: Engine, address: Address): Actions {
  const dispatch = (action: Action): void => store.dispatch(action);
  let stream: Stream | undefined;
  let checking: ReturnType<typeof setTimeout> | undefined;
  let logs = false;
  let faultLog: string[] = [];
  let faultCharacters = 0;

  const restore = async (step: Step | undefined): Promise<void> => {
    const link = readLink(address.search());
    ({ logs } = link);
    const { form: before } = store.get();
    const destination = findDestination(link.generatorName ?? before.generatorName);
    const kept = destination === undefined ? new Map() : readSecrets(destination);
    const { form, withheld } = formOf(link, before, kept);
    const rest = { form, withheld, seed: link.seed, holdsConfig: link.generatorName !== undefined, step };
    try {
      dispatch({ type: 'restored', link: { ...rest, ...(await contentOf(link)) } });
    } catch (error) {
      dispatch({ type: 'restored', link: { ...rest, ...simpleExample() } });
      dispatch({ type: 'sample failed', content: store.get().content, message: messageOf(error) });
    }
  };

  const write = (search: string): void => {
    address.push(search, store.get().step);
    dispatch({ type: 'address written', length: address.length() });
  };

  const preview = async (): Promise<boolean> => {
    const { content, lenient, seed, template } = store.get();
    try {
      const result = await engine.preview({ content, lenient }, seed, 0);
      if (result.kind === 'failed') {
        dispatch({ type: 'sample failed', content, message: result.message });
        return false;
      }
      if (result.kind === 'issues') {
        dispatch({ type: 'schema refused', content, issues: result.issues });
        return false;
      }
      const { line, notes } = result;
      const sample = {
        text: formatSchema(line),
        line,
        bytes: new TextEncoder().encode(line).byteLength,
        seed,
      };
      dispatch({ type: 'previewed', content, sample, notes });
      const packed = template === CUSTOM ? await compress(content) : '';
      write(withSchema(address.search(), { template, packed, seed }));
      return store.get().schema === content;
    } catch (error) {
      dispatch({ type: 'sample failed', content, message: messageOf(error) });
      return false;
    }
  };

  const run = (fresh: boolean): void => {
    const { config, schema, lenient, seed } = store.get();
    if (config === undefined || schema === undefined || isRunning(store.get())) return;
    dispatch({ type: 'run started', fresh, config });
    address.mark(store.get().step);
    const { generatorName, settings, eps, limit, delivery = {} } = config;
    const { faults } = checkFaults(config.faults);
    faultLog = [];
    faultCharacters = 0;
    const request = {
      target: { generatorName, settings },
      text: { content: schema, lenient },
      seed,
      first: store.get().nextRow,
      eps,
      limit,
      delivery,
      faults,
      logs,
    };
    stream = startStream(request, {
      onFaults(lines) {
        if (faultCharacters < MOST_FAULT_CHARACTERS) faultLog.push(lines);
        faultCharacters += lines.length;
      },
      onProgress: (progress) => dispatch({ type: 'run progressed', progress }),
      onEnd: (summary) => dispatch({ type: 'run ended', summary }),
      onBroken: (message) => dispatch({ type: 'run broke', message }),
    });
  };

  const check = (): void => {
    clearTimeout(checking);
    checking = setTimeout(() => {
      const { content, lenient } = store.get();
      engine.check({ content, lenient }).then(
        (issues) => dispatch({ type: 'checked', content, issues }),
        (error: unknown) => dispatch({ type: 'sample failed', content, message: messageOf(error) }),
      );
    }, CHECK_AFTER_MS);
  };

  return {
    async open() {
      await restore(undefined);
      address.mark(store.get().step);
      address.onTravel(() => {
        if (!isRunning(store.get())) void restore(address.step());
      });
    },
    begin() {
      dispatch({ type: 'advanced' });
      address.mark(store.get().step);
    },
    changeForm: (form) => dispatch({ type: 'form changed', form }),
    save() {
      const checked = checkForm(store.get().form);
      if (!checked.ok) return dispatch({ type: 'settings refused', errors: checked.errors });
      const { config } = checked;
      const keepOut = keepsSecretsOut();
      keepSecrets(destinationOf(config), config, keepOut);
      dispatch({ type: 'settings saved', config });
      return write(withConfig(address.search(), config, { secrets: !keepOut }));
    },
    async testConnection() {
      const checked = checkForm(store.get().form);
      dispatch({ type: 'settings refused', errors: checked.ok ? {} : checked.errors });
      if (!checked.ok) return undefined;
      dispatch({ type: 'test started', config: checked.config });
      return engine.test(checked.config);
    },
    chooseTemplate(template) {
      dispatch({ type: 'template chosen', template });
      check();
    },
    edit(content) {
      dispatch({ type: 'content edited', content });
      check();
    },
    format() {
      dispatch({ type: 'content edited', content: formatSchema(store.get().content) });
      check();
    },
    changeSeed: (seed) => dispatch({ type: 'seed changed', seed }),
    async drawSeed() {
      dispatch({ type: 'seed changed', seed: randomSeed() });
      await preview();
    },
    check,
    preview,
    async saveAndGenerate() {
      if (store.get().step !== 2 || isRunning(store.get())) return;
      if (await preview()) run(true);
    },
    async start() {
      if (isRunning(store.get())) return;
      if (store.get().schema !== undefined || (await preview())) run(false);
    },
    stop() {
      if (!isRunning(store.get())) return;
      stream?.stop();
      dispatch({ type: 'run stopping' });
    },
    faultLog: () => faultLog.join(''),
    look() {
      const { content, lenient, seed } = store.get();
      return engine.look({ content, lenient }, seed);
    },
    types: () => engine.types(),
  };
}

/** A template by its name, else a compressed schema, else the first template. */
async function contentOf(link: Link): Promise<{ readonly template: string; readonly content: string }> {
  const template = findTemplate(link.template ?? '');
  if (template !== undefined) return { template: template.name, content: template.text };
  if (link.schema === undefined) return simpleExample();
  const content = await decompress(link.schema);
  // A text on one line is hard to read, and formatting is no difference.
  return { template: CUSTOM, content: content.includes('\n') ? content : formatSchema(content) };
}

function simpleExample(): { readonly template: string; readonly content: string } {
  const [simple] = templates;
  return { template: simple?.name ?? CUSTOM, content: simple?.text ?? '' };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

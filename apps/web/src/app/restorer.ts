import { formatSchema, simpleExample } from '@catbird/engine';
import type { Destination } from '@catbird/send';
import { findDestination, loadNamed } from '../state/destinations.ts';
import { findTemplate } from '../state/templates.ts';
import { linkReport } from '../link/link-report.ts';
import { formOf, readLink, type Link } from '../link/link.ts';
import { readSecrets, withSecrets, type StoredSecrets } from '../link/secrets.ts';
import type { Form } from '../state/config.ts';
import { CUSTOM, initialState, isRunning, type Step } from '../state/state.ts';
import { loadTime, timeSettings } from '../state/options.ts';
import type { Address } from './address.ts';
import type { Store } from './store.ts';

/** Restores the state from the address. */
export interface Restorer {
  /** Restores once, then follows Back and Forward. */
  open(): Promise<void>;
  /** Restores what a run was started with, from its query. Nothing of the form stays but credentials for the same origin. */
  recall(search: string): Promise<void>;
  /** Whether the link asks for all responses to be logged. */
  logs(): boolean;
}

/** Restores a store from an address. */
export function newRestorer(store: Store, address: Address): Restorer {
  let logs = false;
  const restore = async (search: string, step: Step | undefined, isWhole = false): Promise<void> => {
    await loadNamed(search);
    const link = readLink(search);
    ({ logs } = link);
    if (timeSettings(link.options) !== undefined) await loadTime();
    const { form: before } = store.get();
    const destination = findDestination(link.generatorName ?? before.generatorName);
    const stored = destination === undefined ? new Map() : readSecrets(destination);
    const { form, withheld } = isWhole
      ? formOf(link, emptied(before, destination), withTyped(stored, destination, before))
      : formOf(link, before, stored);
    const rest = { form, withheld, seed: link.seed, holdsConfig: link.generatorName !== undefined, step };
    const restoreWith = (schema: SchemaContent, failure?: string): void => {
      const report = search === '' ? undefined : linkReport(search, { link, form, ...schema, failure });
      store.dispatch({ type: 'restored', link: { ...rest, ...schema, linkReport: report } });
    };
    try {
      restoreWith(await contentOf(link));
    } catch (error) {
      const message = messageOf(error);
      restoreWith(SIMPLE, message);
      store.dispatch({ type: 'sample failed', content: store.get().content, message });
    }
  };
  return {
    async open() {
      await restore(address.search(), undefined);
      address.mark(store.get().step);
      address.onTravel(
        () => void restore(address.search(), address.step()).catch(reportError),
        () => isRunning(store.get()),
      );
    },
    recall: (search) => restore(search, 3, true),
    logs: () => logs,
  };
}

/** The form without anything that its destination's next stream would send by. */
const emptied = ({ values }: Form, destination: Destination | undefined): Form => ({
  ...initialState('').form,
  values: destination === undefined ? values : { ...values, [destination.name]: {} },
});

/** With the credentials in the form. */
const withTyped = (
  stored: StoredSecrets,
  destination: Destination | undefined,
  { values }: Form,
): StoredSecrets =>
  destination === undefined ? stored : withSecrets(stored, destination, values[destination.name] ?? {});

interface SchemaContent {
  readonly template: string;
  readonly content: string;
}

const SIMPLE: SchemaContent = { template: simpleExample.name, content: simpleExample.text };

/** The named template, else the compressed schema, else the first template. */
async function contentOf(link: Link): Promise<SchemaContent> {
  const template = findTemplate(link.template ?? '');
  if (template !== undefined) return { template: template.name, content: template.text };
  if (link.schema === undefined) return SIMPLE;
  const { decompress } = await import('../link/decompress.ts');
  const content = await decompress(link.schema);
  // A schema on one line is hard to read.
  return { template: CUSTOM, content: content.includes('\n') ? content : formatSchema(content) };
}

/** The message of anything thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

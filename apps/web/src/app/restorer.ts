import { findDestination } from '@catbird/core/destinations';
import { findTemplate, formatSchema, templates } from '@catbird/core/templates';
import { decompress } from '../link/compress.ts';
import { formOf, readLink, type Link } from '../link/link.ts';
import { readSecrets } from '../link/secrets.ts';
import { CUSTOM, isRunning, type Step } from '../state/state.ts';
import type { Address } from './address.ts';
import { messageOf } from './message.ts';
import type { Store } from './store.ts';

/** Restores the state from the address. */
export interface Restorer {
  /** Restores once, then follows Back and Forward. */
  open(): Promise<void>;
  /** Whether the link asks for all responses to be logged. */
  logs(): boolean;
}

/** Restores a store from an address. */
export function newRestorer(store: Store, address: Address): Restorer {
  let logs = false;
  const restore = async (step: Step | undefined): Promise<void> => {
    const link = readLink(address.search());
    ({ logs } = link);
    const { form: before } = store.get();
    const destination = findDestination(link.generatorName ?? before.generatorName);
    const stored = destination === undefined ? new Map() : readSecrets(destination);
    const { form, withheld } = formOf(link, before, stored);
    const rest = { form, withheld, seed: link.seed, holdsConfig: link.generatorName !== undefined, step };
    try {
      store.dispatch({ type: 'restored', link: { ...rest, ...(await contentOf(link)) } });
    } catch (error) {
      store.dispatch({ type: 'restored', link: { ...rest, ...simpleExample() } });
      store.dispatch({ type: 'sample failed', content: store.get().content, message: messageOf(error) });
    }
  };
  return {
    async open() {
      await restore(undefined);
      address.mark(store.get().step);
      address.onTravel(() => {
        if (!isRunning(store.get())) void restore(address.step());
      });
    },
    logs: () => logs,
  };
}

interface SchemaContent {
  readonly template: string;
  readonly content: string;
}

/** The named template, else the compressed schema, else the first template. */
async function contentOf(link: Link): Promise<SchemaContent> {
  const template = findTemplate(link.template ?? '');
  if (template !== undefined) return { template: template.name, content: template.text };
  if (link.schema === undefined) return simpleExample();
  const content = await decompress(link.schema);
  // A schema on one line is hard to read.
  return { template: CUSTOM, content: content.includes('\n') ? content : formatSchema(content) };
}

function simpleExample(): SchemaContent {
  const [simple] = templates;
  return { template: simple?.name ?? CUSTOM, content: simple?.text ?? '' };
}

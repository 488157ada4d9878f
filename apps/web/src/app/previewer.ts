import { formatSchema } from '@catbird/core/templates';
import { compress } from '../link/compress.ts';
import { withSchema } from '../link/link.ts';
import { CUSTOM, type Sample, type Verdict } from '../state/state.ts';
import { timeKey } from '../state/time.ts';
import type { Engine } from '../worker/engine.ts';
import type { Preview } from '../worker/protocol.ts';
import type { Rewrite } from './address.ts';
import { messageOf } from './message.ts';
import { timeRequest } from './time-request.ts';
import type { Store } from './store.ts';

/** Checks and previews the schema. */
export interface Previewer {
  /** Checks the schema for issues once typing pauses. */
  check(): void;
  /** Validates the schema, previews a row and writes the address. True if the schema is valid. */
  preview(): Promise<boolean>;
}

/** How long typing must pause before a check. */
const CHECK_AFTER_MS = 250;

/** Checks and previews the schema of a store. */
export function newPreviewer(store: Store, engine: Engine, rewrite: Rewrite): Previewer {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const fail = (content: string, error: unknown): void =>
    store.dispatch({ type: 'sample failed', content, message: messageOf(error) });
  return {
    check() {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const { content, lenient } = store.get();
        engine.check({ content, lenient }).then(
          (issues) => store.dispatch({ type: 'checked', content, issues }),
          (error: unknown) => fail(content, error),
        );
      }, CHECK_AFTER_MS);
    },
    async preview() {
      const { content, lenient, seed, template, config } = store.get();
      try {
        const preview = await engine.preview({ content, lenient }, seed, 0, timeRequest(store.get()));
        const verdict = verdictOf(preview, content, { seed, timeKey: timeKey(config) });
        store.dispatch(verdict);
        if (verdict.type !== 'previewed') return false;
        const packed = template === CUSTOM ? await compress(content) : '';
        rewrite((search) => withSchema(search, { template, packed, seed }));
        return store.get().schema === content;
      } catch (error) {
        fail(content, error);
        return false;
      }
    },
  };
}

function verdictOf(preview: Preview, content: string, source: Pick<Sample, 'seed' | 'timeKey'>): Verdict {
  switch (preview.kind) {
    case 'failed':
      return { type: 'sample failed', content, message: preview.message };
    case 'issues':
      return { type: 'schema rejected', content, issues: preview.issues };
    default: {
      const { line, notes } = preview;
      const bytes = new TextEncoder().encode(line).byteLength;
      const sample = { text: formatSchema(line), line, bytes, ...source };
      return { type: 'previewed', content, sample, notes };
    }
  }
}

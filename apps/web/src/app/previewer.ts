import { formatSchema } from '@catbird/engine';
import { compress } from '../link/compress.ts';
import { withSchema } from '../link/link.ts';
import { CUSTOM, type PreviewVerdict, type Sample, type State } from '../state/state.ts';
import { isErrorOf, timeKey, timeSettings } from '../state/options.ts';
import type { Engine } from '../worker/engine.ts';
import type { Preview, PlanRequest, TimeRequest } from '../worker/schema-protocol.ts';
import type { Rewrite } from './address.ts';
import { messageOf } from './restorer.ts';
import type { Store } from './store.ts';
import { checkForm, errorsOf, streamOf } from '../state/settings.ts';

/** Previews the schema, by itself when it is first shown and after every change of what rows follow from. */
export interface Previewer {
  /** Refreshes the preview and the schema's issues, once typing pauses. */
  check(): void;
  /** Validates the schema, previews a row and writes the address. True if the schema is valid. */
  preview(options?: PreviewOptions): Promise<boolean>;
}

/** Options of a preview. */
interface PreviewOptions {
  /** Leaves the address as it is. */
  readonly keepsAddress: boolean;
}

/** How long typing must pause before the preview refreshes. */
const REFRESH_AFTER_MS = 300;

/** Previews the schema of a store. */
export function newPreviewer(store: Store, engine: Engine, rewrite: Rewrite): Previewer {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let seen = sourceOf(store.get());
  let isAsking = false;
  /** Something changed while the engine was busy. */
  let isOutdated = false;

  const ask = async (): Promise<PreviewVerdict> => {
    const { content, lenient } = store.get();
    const source = sourceOf(store.get());
    try {
      const time = timeRequest(store.get());
      return verdictOf(
        await engine.preview({ text: { content, lenient }, seed: source.seed, row: 0, time }),
        source,
      );
    } catch (error) {
      return { type: 'sample failed', content, message: messageOf(error) };
    }
  };
  const refreshRow = async (): Promise<void> => {
    const source = sourceOf(store.get());
    const verdict = await ask();
    // The answer to an old question says nothing about the present row.
    if (isSame(source, sourceOf(store.get())))
      store.dispatch({ type: 'refreshed', content: source.content, verdict });
  };
  // One question at a time: a slow schema must not keep later ones waiting.
  const refresh = async (): Promise<void> => {
    if (isAsking) {
      isOutdated = true;
      return;
    }
    isAsking = true;
    await refreshRow();
    isAsking = false;
    if (!isOutdated) return;
    isOutdated = false;
    await refresh();
  };
  const check = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void refresh(), REFRESH_AFTER_MS);
  };

  store.subscribe(() => {
    const source = sourceOf(store.get());
    if (isSame(source, seen)) return;
    seen = source;
    if (store.get().step >= 2) check();
  });
  return {
    check,
    async preview({ keepsAddress } = { keepsAddress: false }) {
      clearTimeout(timer);
      const { content, seed, template } = store.get();
      const verdict = await ask();
      store.dispatch(verdict);
      if (verdict.type !== 'previewed') return false;
      // The seed or the time may have changed meanwhile.
      if (verdict.sample !== undefined && !isSame(verdict.sample, sourceOf(store.get()))) check();
      if (keepsAddress) return store.get().schema === content;
      const packed = template === CUSTOM ? await compress(content) : '';
      rewrite((search) => withSchema(search, { template, packed, seed }));
      return store.get().schema === content;
    },
  };
}

/** What a row follows from. */
type Source = Pick<Sample, 'content' | 'seed' | 'timeKey'>;

const sourceOf = ({ content, seed, config }: State): Source => ({ content, seed, timeKey: timeKey(config) });

const isSame = (a: Source, b: Source): boolean =>
  a.content === b.content && a.seed === b.seed && a.timeKey === b.timeKey;

function verdictOf(preview: Preview, { content, seed, timeKey: key }: Source): PreviewVerdict {
  switch (preview.kind) {
    case 'failed':
      return { type: 'sample failed', content, message: preview.message };
    case 'slow':
      return { type: 'previewed', content, sample: undefined, notes: [preview.issue] };
    case 'issues':
      return { type: 'schema rejected', content, issues: preview.issues };
    default: {
      const { line, notes } = preview;
      const bytes = new TextEncoder().encode(line).byteLength;
      const sample = { text: formatSchema(line), line, bytes, content, seed, timeKey: key };
      return { type: 'previewed', content, sample, notes };
    }
  }
}

/** The times of the saved settings, which the next stream has. */
export const timeRequest = ({ config }: State): TimeRequest => ({
  settings: timeSettings(config?.options),
  eps: config?.eps ?? 1,
});

/** The stream of the form as typed; undefined while its rate, its limit or its times are invalid. */
export function planRequest({ form, content, lenient, seed }: State): PlanRequest | undefined {
  const wrong = Object.keys(errorsOf(checkForm(form)));
  if (wrong.some((name) => isErrorOf('rate', name) || isErrorOf('time', name))) return undefined;
  const { eps, limit, options } = streamOf(form);
  return {
    text: { content, lenient },
    seed,
    time: { settings: timeSettings(options), eps },
    limit,
  };
}

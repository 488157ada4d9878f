import { landing } from 'virtual:landing-rows';
import { useRef, useState } from 'react';
import type { BoxProps, Chosen, LandingActions } from './box.tsx';
import type { PasteReader, ReadPaste } from './paste-reader.ts';

/** What became of the text in the box. */
type Paste =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading' }
  | ({ readonly kind: 'read' } & ReadPaste)
  | { readonly kind: 'failed'; readonly problem: string };

const NONE: Paste = { kind: 'none' };

const UNTOUCHED: Chosen = { template: landing.names[0] ?? '', content: '', seed: landing.seed };

/** Reads what is pasted, typed or dropped; only the latest counts. Its schema takes the place of the one before, until it is undone. */
export function usePaste({ chosen = UNTOUCHED, onActions, onConfig }: BoxProps) {
  const [paste, setPaste] = useState<Paste>(NONE);
  const reader = useRef<PasteReader>(undefined);
  const latest = useRef<Blob>(undefined);
  const before = useRef(chosen);
  const load = async () => {
    const [part, actions] = await Promise.all([import('./paste-reader.ts'), onActions()]);
    if (actions === undefined) throw new Error('Catbird could not be loaded. Reload the page.');
    reader.current ??= part.newPasteReader();
    return { actions, reader: reader.current };
  };
  const read = async (source: Blob): Promise<void> => {
    if (latest.current === undefined) before.current = chosen;
    latest.current = source;
    setPaste({ kind: 'reading' });
    const settle = (found: Paste): void => {
      if (latest.current === source) setPaste(found);
    };
    let actions: LandingActions | undefined;
    try {
      const parts = await load();
      ({ actions } = parts);
      const found = await parts.reader.read(source);
      if (latest.current !== source) return;
      if (found === 'config') onConfig(source instanceof File ? source : new File([source], 'pasted.yaml'));
      else {
        actions.edit(found.schema);
        actions.keepSample(found.sample);
      }
      settle(found === 'config' ? NONE : { kind: 'read', ...found });
    } catch (error) {
      settle({ kind: 'failed', problem: error instanceof Error ? error.message : String(error) });
      if (latest.current === source && actions !== undefined) restore(actions);
    }
  };
  /** What was there before the first text takes its place again. */
  const restore = (actions: LandingActions): void => {
    const { template, content } = before.current;
    actions.keepSample(undefined);
    if (landing.names.includes(template)) actions.chooseTemplate(template);
    else actions.edit(content);
  };
  const undo = async (): Promise<void> => {
    if (latest.current === undefined) return;
    latest.current = undefined;
    reader.current?.stop();
    setPaste(NONE);
    restore((await load()).actions);
  };
  /** Starts the workers, so that the first answer comes at once. */
  const warm = async (): Promise<void> => {
    if (reader.current !== undefined) return;
    const parts = await load();
    await Promise.all([
      latest.current === undefined && parts.reader.read(new Blob(['{"a": 1}'])),
      parts.actions.rows({ rows: 1, firstMs: 0, lastMs: 1 }),
    ]);
  };
  return { paste, read, undo, warm };
}

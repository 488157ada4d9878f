import type { ConfigSource } from '../steps/streams/opened-config.ts';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** The config that the page shows in place of its steps. */
export interface OpenConfig {
  /** Undefined: none. */
  readonly source: ConfigSource | undefined;
  readonly open: (file: File) => void;
  close(): void;
  /** Writes the compressed config to the address; undefined: it is too long. */
  write(packed: string | undefined): void;
  /** While streams run, Back and Forward leave the config alone. */
  readonly setRunning: (isRunning: boolean) => void;
}

/** Files that are taken for a config when they are dropped. */
const CONFIG = /\.(ya?ml|json)$/i;

/** The config of the address, of a chosen file, or of one that is dropped on the page. @param isLocked a single stream runs */
export function useConfigSource(isLocked: boolean): OpenConfig {
  const [source, setSource] = useState(inAddress);
  const isRunning = useRef(false);
  // A layout effect: the page accepts dropped files as soon as it is shown.
  useLayoutEffect(() => {
    if (isLocked) return undefined;
    const travel = (): void => {
      if (!isRunning.current) setSource(inAddress);
    };
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      const [file] = event.dataTransfer?.files ?? [];
      // What is dropped on an editor or a dialog is theirs.
      if (event.defaultPrevented || file === undefined || document.querySelector('dialog[open]') !== null)
        return;
      event.preventDefault();
      if (CONFIG.test(file.name) && !isRunning.current) setSource({ file });
    };
    const listening = new AbortController();
    addEventListener('popstate', travel, listening);
    addEventListener('dragover', over, listening);
    addEventListener('drop', drop, listening);
    return () => listening.abort();
  }, [isLocked]);
  return {
    source,
    open: (file) => setSource({ file }),
    close() {
      setSource(undefined);
      push(undefined);
    },
    write: push,
    setRunning: useCallback((running: boolean) => void (isRunning.current = running), []),
  };
}

function inAddress(): ConfigSource | undefined {
  const packed = new URLSearchParams(location.search).get('config') ?? '';
  return packed === '' ? undefined : { packed };
}

/** Writes the query, and the step of the entry with it. */
function push(packed: string | undefined): void {
  const query = new URLSearchParams(location.search);
  if ((query.get('config') ?? undefined) === packed) return;
  if (packed === undefined) query.delete('config');
  else query.set('config', packed);
  const text = query.toString();
  history.pushState(history.state, '', `${location.pathname}${text === '' ? '' : `?${text}`}`);
}

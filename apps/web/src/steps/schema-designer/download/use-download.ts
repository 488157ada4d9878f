import { useEffect, useRef, useState } from 'react';
import type { FileRequest } from '../../../worker/schema-protocol.ts';
import { downloadRows } from '../../../worker/row-download.ts';
import { openFile } from './file-sink.ts';

/** A download. */
export type DownloadState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly percent: number }
  | { readonly kind: 'saved' }
  | { readonly kind: 'failed'; readonly message: string };

/** Downloads files of rows, one at a time. */
export interface Downloads {
  readonly state: DownloadState;
  /** Call it in the handler of a click. */
  start(name: string, request: FileRequest): Promise<void>;
  cancel(): void;
  /** Shows why there is no download. */
  fail(message: string): void;
}

/** How long it says that a file was saved. */
const SAVED_MS = 2000;

const IDLE: DownloadState = { kind: 'idle' };

/** Downloads of a component. A download ends with it. */
export function useDownload(): Downloads {
  const [state, setState] = useState(IDLE);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => {
    if (state.kind !== 'saved') return undefined;
    const timer = setTimeout(() => setState(IDLE), SAVED_MS);
    return () => clearTimeout(timer);
  }, [state.kind]);
  return {
    state,
    async start(name, request) {
      const control = new AbortController();
      running.current = control;
      try {
        setState((await save(name, request, control.signal, setState)) ? { kind: 'saved' } : IDLE);
      } catch (error) {
        setState(control.signal.aborted ? IDLE : { kind: 'failed', message: messageOf(error) });
      }
    },
    cancel: () => running.current?.abort(),
    fail: (message) => setState({ kind: 'failed', message }),
  };
}

/** @returns false if the user chose no file */
async function save(
  name: string,
  request: FileRequest,
  signal: AbortSignal,
  onState: (state: DownloadState) => void,
): Promise<boolean> {
  const file = await openFile(name, request.format);
  if (file === undefined) return false;
  onState({ kind: 'running', percent: 0 });
  let shown = 0;
  try {
    await downloadRows(request, {
      signal,
      write: (bytes) => file.write(bytes),
      onRows(rows) {
        const percent = Math.floor((100 * rows) / request.rows);
        if (percent !== shown) onState({ kind: 'running', percent });
        shown = percent;
      },
    });
    await file.close();
    return true;
  } catch (error) {
    await file.discard();
    throw error;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

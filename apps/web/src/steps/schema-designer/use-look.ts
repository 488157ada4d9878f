import { useEffect, useState } from 'react';
import type { Sample } from '../../state/state.ts';
import type { Look } from '../../worker/protocol.ts';

/** A closer look that was asked for. */
export type LookState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'here'; readonly look: Look }
  | { readonly kind: 'failed'; readonly message: string };

/** A closer look at the schema of a sample: asked for once for each sample; undefined asks for nothing. */
export function useLook(sample: Sample | undefined, onLook: () => Promise<Look>): LookState {
  const [found, setFound] = useState<{ readonly sample: Sample; readonly state: LookState }>();
  useEffect(() => {
    if (sample === undefined) return undefined;
    const stay = new AbortController();
    const tell = (state: LookState): void => {
      if (!stay.signal.aborted) setFound({ sample, state });
    };
    onLook().then(
      (look) => tell({ kind: 'here', look }),
      (error: unknown) =>
        tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
    return () => stay.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- a new sample is the only reason to ask again
  }, [sample]);
  return found !== undefined && found.sample === sample ? found.state : { kind: 'waiting' };
}

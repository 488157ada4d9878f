import { useEffect, useState } from 'react';
import type { Sample } from '../../state/state.ts';
import type { DataProfile } from '../../worker/protocol.ts';

/** A requested profile. */
export type ProfileState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'ready'; readonly profile: DataProfile }
  | { readonly kind: 'failed'; readonly message: string };

/** The profile of a sample's schema, requested once per sample; undefined requests nothing. */
export function useProfile(sample: Sample | undefined, onProfile: () => Promise<DataProfile>): ProfileState {
  const [found, setFound] = useState<{ readonly sample: Sample; readonly state: ProfileState }>();
  useEffect(() => {
    if (sample === undefined) return undefined;
    const mounted = new AbortController();
    const show = (state: ProfileState): void => {
      if (!mounted.signal.aborted) setFound({ sample, state });
    };
    onProfile().then(
      (profile) => show({ kind: 'ready', profile }),
      (error: unknown) =>
        show({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
    return () => mounted.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- only a new sample requests again
  }, [sample]);
  return found !== undefined && found.sample === sample ? found.state : { kind: 'waiting' };
}

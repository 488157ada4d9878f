import { useEffect, useState } from 'react';
import type { Sample } from '../../state/state.ts';
import type { DataProfile } from '../../worker/schema-protocol.ts';

/** A requested profile, and the sample that it is of. */
export type ProfileState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'ready'; readonly profile: DataProfile; readonly of: Sample }
  | { readonly kind: 'failed'; readonly message: string };

/** The profile of a sample's schema, as far as it is counted. Until it begins, the one before it stays. */
export function useProfile(
  sample: Sample | undefined,
  request: (sample: Sample, tell: (profile: DataProfile) => void) => Promise<DataProfile>,
): ProfileState {
  const [found, setFound] = useState<ProfileState>({ kind: 'waiting' });
  useEffect(() => {
    if (sample === undefined) return undefined;
    const shown = new AbortController();
    const show = (state: ProfileState): void => {
      if (!shown.signal.aborted) setFound(state);
    };
    const tell = (profile: DataProfile): void => show({ kind: 'ready', profile, of: sample });
    request(sample, tell).then(tell, (error: unknown) =>
      show({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
    return () => shown.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- only another sample requests again
  }, [sample]);
  return found;
}

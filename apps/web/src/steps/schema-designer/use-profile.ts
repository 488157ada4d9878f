import { useEffect, useState } from 'react';
import type { Sample } from '../../state/state.ts';
import type { DataProfile } from '../../worker/schema-protocol.ts';
import type { ViewName } from './designer-props.ts';

/** A requested profile. */
export type ProfileState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'ready'; readonly profile: DataProfile }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * The profile of a sample's schema for a view, requested once for each; one row needs none. Until it is there, the profile before it
 * stays.
 */
export function useProfile(
  view: ViewName,
  sample: Sample | undefined,
  onProfile: (sample: Sample, onlyRows: boolean) => Promise<DataProfile>,
): ProfileState {
  const [found, setFound] = useState<ProfileState>({ kind: 'waiting' });
  useEffect(() => {
    if (sample === undefined || view === 'row') return undefined;
    const mounted = new AbortController();
    const show = (state: ProfileState): void => {
      if (!mounted.signal.aborted) setFound(state);
    };
    onProfile(sample, view === 'table').then(
      (profile) => show({ kind: 'ready', profile }),
      (error: unknown) =>
        show({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
    return () => mounted.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- only another sample or view requests again
  }, [sample, view]);
  return found;
}

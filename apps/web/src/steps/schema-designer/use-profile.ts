import { useEffect, useRef, useState } from 'react';
import type { Sample } from '../../state/state.ts';
import type { DataProfile } from '../../worker/schema-protocol.ts';

/** A requested profile. */
export type ProfileState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'ready'; readonly profile: DataProfile }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * The profile of a sample's schema, once its view is shown. One is requested at a time, of the latest sample; until it is there, the
 * profile before it stays.
 */
export function useProfile(
  isShown: boolean,
  sample: Sample | undefined,
  onProfile: (sample: Sample) => Promise<DataProfile>,
): ProfileState {
  const [found, setFound] = useState<ProfileState>({ kind: 'waiting' });
  /** The sample whose profile is there, or asked for. */
  const asked = useRef<Sample>(undefined);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (sample === undefined || !isShown || isAsking || asked.current === sample) return;
    asked.current = sample;
    setAsking(true);
    const show = (state: ProfileState): void => {
      setFound(state);
      setAsking(false);
    };
    onProfile(sample).then(
      (profile) => show({ kind: 'ready', profile }),
      (error: unknown) =>
        show({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
    // oxlint-disable-next-line react/exhaustive-deps -- only another sample requests again
  }, [sample, isShown, isAsking]);
  return found;
}

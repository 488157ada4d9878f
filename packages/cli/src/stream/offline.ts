import type { StreamSpec } from './spec.ts';

/** A stream that is only looked at. */
export const offline = (spec: StreamSpec): StreamSpec => ({ ...spec, isDryRun: true, isOffline: true });

import type { RunOptions } from '../delivery/options.ts';
import type { StreamKeys } from './keys.ts';

/** How a stream is delivered, as options of a run. */
export const deliveryOf = ({
  grace,
  onFailure = 'stop',
  whenBehind = 'delay',
  attempts,
  retryFor,
  timeout,
}: StreamKeys): Pick<RunOptions, 'graceMs' | 'retry' | 'onFailure' | 'whenBehind'> => ({
  ...(grace === undefined ? {} : { graceMs: grace }),
  retry: {
    ...(attempts === undefined ? {} : { attempts }),
    ...(retryFor === undefined ? {} : { windowMs: retryFor }),
    ...(timeout === undefined ? {} : { requestMs: timeout }),
  },
  onFailure,
  whenBehind,
});

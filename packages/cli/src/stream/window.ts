import { invalid, type Result, rowsIn } from '@catbird/engine';
import { whole } from '../report/words.ts';
import type { StreamExtent } from './extent.ts';
import type { Inputs } from './inputs.ts';
import type { StreamSpec } from './spec.ts';

/** Notes to show, unless a stream would send nothing. */
type WindowEnd = Result<{ readonly notes: readonly string[] }>;

/** What whole windows and silences mean for the last events of a stream that ends by itself: at an instant, or after its last entity. */
export function windowEnd(
  { options: { limit = -1 } }: Pick<StreamSpec, 'options'>,
  { faults: { reordering, offline }, schema }: Pick<Inputs, 'faults' | 'schema'>,
  { plan: { time, plannedRows }, part }: Pick<StreamExtent, 'plan' | 'part'>,
): WindowEnd {
  const hasEnd = Number.isFinite(time?.timing.toMs ?? Infinity) || Number.isFinite(rowsIn(schema.schema));
  // A limit, a shard and the rest of an earlier process end anywhere.
  const isWhole = limit < 0 && part.shard === undefined && !part.isResumed;
  if (!hasEnd || !isWhole) return { ok: true, notes: [] };
  const silent =
    offline === undefined ? [] : ['Events of devices that are offline when the stream ends are left out'];
  if (reordering === undefined) return { ok: true, notes: silent };
  const window = whole(reordering.window);
  return plannedRows === 0
    ? invalid(
        `No event would be sent: the stream ends before its first window of ${window} events. Make reordering.window smaller`,
      )
    : {
        ok: true,
        notes: [
          ...silent,
          `Reordering sends whole windows: events of an incomplete last window of ${window} are left out`,
        ],
      };
}

import { aliasTable, eitherOf } from '../choice/alias-table.ts';
import type { Place } from '../engine/cell.ts';
import { draw, drawKey, UNIT32 } from '../../../numeric/random.ts';
import type { Numbers } from '../number/numbers.ts';
import { uniform } from './uniform.ts';

/** Picks a bar by weight, then a uniform number within it. Bar i spans edges i and i + 1. */
export function histogram(edges: readonly number[], weights: readonly number[], { path }: Place): Numbers {
  const columns = aliasTable(weights);
  const { limits } = columns;
  const either = eitherOf(columns);
  const { key, odd } = drawKey(path, 0);
  const share = uniform(path, 1);
  const bars = weights.length * UNIT32;
  return {
    make({ rows }, { a, b }, values) {
      for (let r = 0; r < rows; r++) {
        const place = (draw(a[r], b[r], key, odd) >>> 0) * bars;
        const bar = place | 0;
        const chosen = either[2 * bar + Number(place - bar >= limits[bar])];
        values[r] = edges[chosen] + share(a[r], b[r]) * (edges[chosen + 1] - edges[chosen]);
      }
    },
  };
}

import type { Batch } from './batch.ts';

/**
 * The route of a batch whose rows have the same.
 *
 * @param otherwise where rows without a route go
 * @throws Error if their routes differ, as if the limits of the destination lacked `oneRoute`
 */
export function routeOf({ sides, count }: Batch, otherwise: string): string {
  const route = sides?.[0]?.route;
  if (sides?.slice(0, count).every((side) => side.route === route) === false)
    throw new Error('The rows of a request have several routes: the destination needs the limit oneRoute');
  return route ?? otherwise;
}

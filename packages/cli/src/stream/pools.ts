import type { PoolUse } from '@catbird/core';

/** A stream, and the pools that its schema draws from. */
export interface PoolsOfStream {
  readonly name: string | undefined;
  readonly pools: readonly PoolUse[];
}

/** A sentence for each pool that has another size in a stream before this one: keys of one are then no keys of the other. */
export function poolNotes(stream: PoolsOfStream, before: readonly PoolsOfStream[]): readonly string[] {
  const notes = stream.pools.flatMap(({ name, size }) =>
    before.flatMap((other) =>
      other.pools
        .filter((pool) => pool.name === name && pool.size !== size)
        .map(
          (pool) =>
            `Warning: pool ${name} has size ${whole(pool.size)} in ${other.name ?? ''} and ${whole(size)} in ${stream.name ?? ''}. Give it one size, or another name`,
        ),
    ),
  );
  return [...new Set(notes)];
}

const whole = (size: number): string => size.toLocaleString('en');

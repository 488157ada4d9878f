import type { PoolUse } from '@catbird/engine';

/** A stream and the pools that its schema draws from. */
export interface PoolsOfStream {
  readonly name: string | undefined;
  readonly pools: readonly PoolUse[];
}

/** A warning for each pool whose size differs from that in an earlier stream: their keys do not match. */
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

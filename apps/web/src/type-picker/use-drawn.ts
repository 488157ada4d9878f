import { useCallback, useEffect, useRef, useState } from 'react';
import type { DrawnType } from '../worker/type-protocol.ts';
import { useTypeSource } from './type-source.ts';

const FAILED = 'Couldn’t draw values';

const failed = (name: string): DrawnType => ({ name, values: [], fields: [], note: FAILED });

/** Values of types by name, and asks for those of more types. Each is drawn once, so that nothing flickers. */
export function useDrawn(counted: number): {
  readonly drawn: ReadonlyMap<string, DrawnType>;
  readonly request: (names: readonly string[]) => void;
} {
  const { draw } = useTypeSource();
  const [drawn, setDrawn] = useState<ReadonlyMap<string, DrawnType>>(new Map());
  const asked = useRef(new Set<string>());
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => void (mounted.current = false);
  }, []);
  const request = useCallback(
    (names: readonly string[]) => {
      const fresh = names.filter((name) => !asked.current.has(name));
      if (fresh.length === 0) return;
      for (const name of fresh) asked.current.add(name);
      const add = (types: readonly DrawnType[]): void => {
        if (mounted.current)
          setDrawn((before) => new Map([...before, ...types.map((type) => [type.name, type] as const)]));
      };
      draw(fresh, counted).then(add, () => add(fresh.map(failed)));
    },
    [draw, counted],
  );
  return { drawn, request };
}

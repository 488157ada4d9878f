import { createContext, use } from 'react';
import type { DrawnType, TypeSummary } from '../worker/type-protocol.ts';

/** Where generator types and their values come from. */
export interface TypeSource {
  /** All generator types; asked for once. */
  readonly types: () => Promise<readonly TypeSummary[]>;
  /** Values of types under the stream's seed. @param counted values to add up, per type; 0: none */
  readonly draw: (types: readonly string[], counted: number) => Promise<readonly DrawnType[]>;
}

const Source = createContext<TypeSource | undefined>(undefined);

/** Provides the source of types to all pickers. */
export const TypeSourceProvider = Source;

/** The source of types. @throws Error outside of its provider */
export function useTypeSource(): TypeSource {
  const source = use(Source);
  if (source === undefined) throw new Error('No source of types');
  return source;
}

/** A source that asks for all types once. A failure is asked for again. */
export function newTypeSource({ types, draw }: TypeSource): TypeSource {
  let loaded: Promise<readonly TypeSummary[]> | undefined;
  return {
    draw,
    types() {
      loaded ??= types().catch((error: unknown) => {
        loaded = undefined;
        throw error;
      });
      return loaded;
    },
  };
}

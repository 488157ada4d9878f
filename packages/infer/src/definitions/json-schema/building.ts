import type { Notes } from '../notes.ts';
import type { Shape } from '../shape.ts';
import type { Plain } from './plain.ts';
import type { Resolver } from './satisfies.ts';

/** How much of a schema is followed. */
export interface Extent {
  /** Objects and lists within one another that optional members and elements are followed into. */
  readonly depth: number;
  /** Alternatives of a value. */
  readonly alternatives: number;
  /** Optional members of an object. */
  readonly members: number;
}

/** What builders of different extents share. */
export interface BuilderContext {
  readonly resolver: Resolver;
  readonly notes: Notes;
  /** The place of a schema as a JSON pointer. */
  readonly placeOf: (schema: unknown) => string | undefined;
  /** Shapes of texts that were found, which takes some tries. */
  readonly texts: WeakMap<Plain, Shape | undefined>;
}

/** What the shapes of objects and lists are made with. */
export interface Building extends BuilderContext {
  readonly extent: Extent;
  /** The shape of a schema. Undefined if nothing is valid, or if it has no end. */
  readonly shape: (schema: unknown, name: string, depth: number) => Shape | undefined;
  /** Counts a field. */
  readonly spend: () => void;
  /** Remembers that something was left out for its depth or number. */
  readonly cut: () => void;
}

/** Where a shape stands. */
export interface Spot {
  readonly name: string;
  /** Objects and lists around it. */
  readonly depth: number;
}

/** Elements and members of lists and maps beyond those that they need. */
export const MORE = 3;

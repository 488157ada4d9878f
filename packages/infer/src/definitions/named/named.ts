import type { Spec } from '../../decide/decision.ts';
import type { Shape } from '../shape.ts';
import { numberSpec } from './numbers.ts';
import { textDefault } from './categories.ts';
import { textSpec } from './texts.ts';
import { meantBy } from './words.ts';

/** Flags that are rarely or mostly set. */
const RARELY =
  /\b(deleted|archived|banned|blocked|locked|test|bot|fraud|spam|suspicious|refunded|error|failed|expired)$/;
const MOSTLY = /\b(active|enabled|verified|valid|visible|public|success|available|in stock)$/;

/**
 * What a person expects of a field with its name, type, length, bounds and default value: one function for the readers of all languages.
 * Undefined if nothing is known of it.
 */
export function namedSpec(shape: Shape, isEntity: boolean): Spec | undefined {
  switch (shape.kind) {
    case 'whole number':
    case 'number':
      return numberSpec(shape, isEntity);
    case 'boolean':
      return flagSpec(shape);
    case 'text':
      return textSpec(shape, isEntity);
    default:
      return undefined;
  }
}

function flagSpec({ name, initial }: Shape): Spec | undefined {
  const words = meantBy(name);
  const usual =
    typeof initial === 'boolean'
      ? initial
      : MOSTLY.test(words)
        ? true
        : RARELY.test(words)
          ? false
          : undefined;
  return usual === undefined
    ? undefined
    : { type: 'catbird.pickWeighted', params: { values: [usual, !usual], weights: [9, 1] } };
}

/** A text whose default value most rows have. */
export function withDefault(spec: Spec, shape: Shape): Spec {
  const initial = textDefault(shape);
  if (initial === undefined) return spec;
  return {
    type: 'oneOf',
    params: [
      { weight: 3, value: initial },
      { weight: 1, field: spec },
    ],
  };
}

import { growingIn, type Schema } from '@catbird/core/internal/engine';
import { growthProblem as problemOf } from '@catbird/core/internal/config';
import type { StreamSpec } from './spec.ts';

/** Why a schema needs computed event times; undefined if it does not. */
export function growthProblem(
  { optionOf }: Pick<StreamSpec, 'optionOf'>,
  schema: Schema,
): { readonly problem: string } | undefined {
  const [entity] = growingIn(schema);
  if (entity === undefined) return undefined;
  return { problem: problemOf({ optionOf }, entity.name) };
}

/** What the rate means for a stream whose events are creations. */
export const growthNotes = ({ creation }: Pick<Schema, 'creation'>): readonly string[] =>
  creation === undefined
    ? []
    : [
        `Each event is the creation of one entity, ${creation.of}, so its growth determines the times: eps, rate and arrivals have no effect`,
      ];

import { issuesOf, type Issue, growingIn, type Schema } from '@catbird/engine';
import { growthProblem } from '@catbird/stream';
import type { StreamSpec } from './spec.ts';

/** What needs computed event times in a schema. */
export function growthIssues({ optionOf }: Pick<StreamSpec, 'optionOf'>, schema: Schema): readonly Issue[] {
  const [entity] = growingIn(schema);
  return entity === undefined ? [] : issuesOf(growthProblem({ optionOf }, entity.name));
}

/** What the rate means for a stream whose events are creations. */
export const growthNotes = ({ creation }: Pick<Schema, 'creation'>): readonly string[] =>
  creation === undefined
    ? []
    : [
        `Each event is the creation of one entity, ${creation.of}, so its growth determines the times: eps, rate and arrivals have no effect`,
      ];

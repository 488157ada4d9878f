import { changeIn, type Schema } from '@catbird/core';
import type { StreamSpec } from './spec.ts';

/** Why each of these cannot be used for a stream of changes. */
const WHY = {
  onFailure: 'the changes after a failed one would be applied to a row that does not exist or is outdated',
  whenBehind: 'a dropped change would be missing from the table',
  inFlight: 'a later change of a row could overtake an earlier one',
  shard: 'the changes of one row are in several shards, which send in parallel',
};

/** Whether the rows must arrive in order, because they are changes of a table. */
export const isOrdered = (schema: Pick<Schema, 'fields'>): boolean => changeIn(schema) !== undefined;

/** Options that do not fit a stream whose rows must arrive in order, one sentence each. */
export function orderProblems(
  { options, optionOf }: Pick<StreamSpec, 'options' | 'optionOf'>,
  schema: Pick<Schema, 'fields'>,
): readonly string[] {
  const change = changeIn(schema);
  if (change === undefined) return [];
  const { onFailure, whenBehind, inFlight = 1, shard } = options;
  const line = (option: Exclude<keyof typeof WHY, 'shard'>, value: string, instead: string): string =>
    `${optionOf(option)} ${value} does not fit the changes in ${change.field.name}: ${WHY[option]}. ${instead}`;
  return [
    ...(onFailure === 'continue'
      ? [
          line(
            'onFailure',
            'continue',
            'Remove it; with --state, a restart sends again from the failed change',
          ),
        ]
      : []),
    ...(whenBehind === 'drop' ? [line('whenBehind', 'drop', 'Remove it')] : []),
    ...(inFlight > 1
      ? [line('inFlight', String(inFlight), 'Remove it: changes are sent one request at a time')]
      : []),
    ...(shard !== undefined && shard.count !== 1
      ? [
          `--shard does not fit the changes in ${change.field.name}: ${WHY.shard}. Remove it: one process must send all changes of a table`,
        ]
      : []),
  ];
}

import { issuesOf, type Issue, changeIn, type Schema } from '@catbird/engine';
import { orderIssues as issuesIn } from '@catbird/stream';
import type { StreamSpec } from './spec.ts';

/** Whether the rows must arrive in order, because they are changes of a table. */
export const isOrdered = (schema: Pick<Schema, 'fields'>): boolean => changeIn(schema) !== undefined;

/** Options that do not fit a stream whose rows must arrive in order. */
export function orderIssues(
  spec: Pick<StreamSpec, 'options' | 'optionOf' | 'worker'>,
  schema: Pick<Schema, 'fields'>,
): readonly Issue[] {
  const field = changeIn(schema)?.field.name;
  if (field === undefined) return [];
  // With a key, each shard has all changes of its rows. A thread is a shard of its process.
  const isWhole = spec.worker !== undefined || spec.options.splitBy !== undefined;
  const shard = isWhole ? undefined : spec.options.shard;
  return [
    ...issuesIn(spec, field),
    ...(spec.options.resend === undefined
      ? []
      : issuesOf(
          `--resend does not fit the changes in ${field}: an old change would follow later ones of the same row. Remove it`,
        )),
    ...(shard !== undefined && shard.count !== 1
      ? issuesOf(
          `--shard does not fit the changes in ${field}: several shards would send changes of the same row, in any order. Add --split-by with the key of the entity, or remove --shard`,
        )
      : []),
  ];
}

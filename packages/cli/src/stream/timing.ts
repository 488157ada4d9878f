import type { Schema } from '@catbird/engine';
import { readTime as read, type TimeReading } from '@catbird/stream';
import type { StreamSpec } from './spec.ts';

export type { StreamTime } from '@catbird/stream';

/**
 * Reads the time settings of a stream. Relative times count from its start or the present, unless it says otherwise.
 *
 * @param schema of its rows, undefined if that is not known
 */
export const readTime = (
  {
    options,
    optionOf,
    nowMs = options.startAt ?? Date.now(),
  }: Pick<StreamSpec, 'options' | 'optionOf' | 'nowMs'>,
  schema: Pick<Schema, 'journey' | 'recording'> | undefined,
): TimeReading => read({ options, optionOf, nowMs }, schema);

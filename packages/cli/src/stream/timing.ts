import { readTime as read, type TimeReading } from '@catbird/core/internal/config';
import type { StreamSpec } from './spec.ts';

export type { StreamTime } from '@catbird/core/internal/config';

/**
 * Reads the time settings of a stream. Relative times count from its start or the present, unless it says otherwise.
 *
 * @param isJourney whether its rows are the steps of a journey in time; undefined if that is not known
 */
export const readTime = (
  {
    options,
    optionOf,
    nowMs = options.startAt ?? Date.now(),
  }: Pick<StreamSpec, 'options' | 'optionOf' | 'nowMs'>,
  isJourney: boolean | undefined,
): TimeReading => read({ options, optionOf, nowMs }, isJourney);

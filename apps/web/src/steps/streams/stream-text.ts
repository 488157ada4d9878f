import { durationText } from '@catbird/engine';
import type { StreamKeys } from '@catbird/stream';
import { countText } from '../../run/units.ts';
import { rateText } from '../../state/settings.ts';
import type { Run } from '../../state/run.ts';
import type { StreamOfConfig } from '../../state/streams.ts';

/** The name of a stream for people: a config may have only one, without a name. */
export const nameOf = ({ name }: Pick<StreamOfConfig, 'name'>): string => (name === '' ? 'stream' : name);

/** When and how fast a stream sends, in a few words: `200/s, from -7d, at most 950`. */
export function rateLine(options: StreamKeys, hasJourneys: boolean): string {
  const { rate, from, to, limit = -1, duration } = options;
  return [
    paceOf(options, hasJourneys),
    ...(rate === undefined ? [] : [typeof rate === 'string' ? rate : 'changing rate']),
    ...(from === undefined ? [] : [`from ${from}`]),
    ...(to === undefined ? [] : [`to ${to}`]),
    ...(duration === undefined ? [] : [`for ${durationText(duration)}`]),
    ...(limit < 0 ? [] : [`at most ${countText(limit)}`]),
    ...(options.faults === undefined ? [] : ['with faults']),
  ].join(', ');
}

function paceOf({ eps = 1, startsOfAll, starts }: StreamKeys, hasJourneys: boolean): string {
  const journeys = starts ?? (hasJourneys ? startsOfAll : undefined);
  if (journeys !== undefined) return `${journeys} journeys/s`;
  return eps === Infinity ? 'as fast as possible' : `${rateText(eps)}/s`;
}

/** Why a stream failed, with what to do. */
export function failureOf({ broken, summary, progress }: Run): string | undefined {
  if (broken !== undefined) return broken;
  const error = summary?.error ?? (progress?.retrying === undefined ? undefined : progress.lastError);
  if (error === undefined) return undefined;
  const { message, detail = '', hint = '' } = error;
  return [message, message.includes(detail) ? '' : detail, hint].filter((part) => part !== '').join('. ');
}

/** A list in a sentence: `a, b and c`. */
export const listText = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

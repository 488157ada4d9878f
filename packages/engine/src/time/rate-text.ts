import { durationText } from './duration.ts';
import { offsetText } from './instant.ts';
import { PRESETS } from './presets.ts';
import type { Burst, Holiday, Rate } from './timing.ts';

/** A rate as a person writes it: `parseRate` reads the same rate from it. A preset without stages is its name. */
export function rateJson(rate: Rate): unknown {
  const json = objectOf(rate);
  const preset = PRESETS.find((each) => each.rate.stages === undefined && isSame(objectOf(each.rate), json));
  return preset?.name ?? json;
}

/** The text of {@link rateJson}: JSON, or the name of a preset. For links and flags. */
export function rateText(rate: Rate): string {
  const json = rateJson(rate);
  return typeof json === 'string' ? json : JSON.stringify(json);
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function objectOf({ stages, day, week, waves, bursts, calendar, offsetMs }: Rate): object {
  return {
    ...(stages && { stages: stages.map(([afterMs, eps]) => [durationText(afterMs), eps]) }),
    ...(day && { day: 'high' in day ? { low: day.low, high: day.high, top: timeText(day.topMs) } : day }),
    ...(week && { week: week.length === 168 ? daysOf(week) : week }),
    ...(waves && {
      waves: waves.map(({ periodMs, low, high }) => ({ period: durationText(periodMs), low, high })),
    }),
    ...(bursts && { bursts: bursts.map(burstObject) }),
    ...(calendar && { calendar: calendar.map(holidayJson) }),
    ...(offsetMs !== undefined && { offset: offsetText(offsetMs) }),
  };
}

function burstObject(burst: Burst): object {
  const { forMs, times, rest } = burst;
  return {
    ...('at' in burst ? { at: burst.at } : { every: durationText(burst.everyMs) }),
    for: durationText(forMs),
    times,
    ...(rest !== undefined && { rest }),
    ...('everyMs' in burst && burst.jitter !== undefined && { jitter: burst.jitter }),
  };
}

/** A date alone is a day without events. */
function holidayJson({ on, forMs, times }: Holiday): unknown {
  const length = durationText(forMs);
  return length === '1d' && times === 0 ? on : { on, ...(length !== '1d' && { for: length }), times };
}

const daysOf = (hours: readonly number[]): (readonly number[])[] =>
  Array.from({ length: 7 }, (_, day) => hours.slice(day * 24, day * 24 + 24));

/** `14:00`, or `14:00:30.5` if it is not a whole minute. */
const timeText = (ms: number): string =>
  new Date(ms)
    .toISOString()
    .slice(11, -1)
    .replace(/(:00)?\.000$/, '');

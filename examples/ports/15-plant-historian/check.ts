import { apart, disorder } from '../sql.ts';

/** The config has no end. */
export const sets: readonly string[] = ['to=now'];

/** Mean and amplitude of the daily wave of each kind, and events of whole days: of the first minutes of a day, there is nothing yet. */
export const setup = `
  CREATE OR REPLACE TABLE waves AS FROM (VALUES ('temperature', 62, 12), ('pressure', 5.2, 0.9), ('flow', 180, 60)) w(kind, mean, amplitude);
  CREATE OR REPLACE VIEW days AS
  SELECT "at"::DATE AS day, count(*) FILTER (hour("at") BETWEEN 6 AND 17) AS by_day,
    count(*) FILTER (hour("at") NOT BETWEEN 6 AND 17) AS by_night
  FROM plant GROUP BY day
  QUALIFY day > min(day) OVER () AND day < max(day) OVER ()`;

/** On every day, six events come by day for one by night. Values follow a wave with its top at 14:00. There are no gaps. */
export const check = {
  'Events are in order of time': disorder('plant', '"at"'),
  // At night, an event comes every 800 s.
  'There are no gaps': `FROM plant QUALIFY epoch_ms("at") - epoch_ms(lag("at") OVER (ORDER BY n)) > 800001`,
  'All of 24 tags come equally often': `
    SELECT count(*) AS tags FROM (SELECT count(*) AS events FROM plant GROUP BY tag)
    HAVING tags <> 24 OR max(events) - min(events) > 1`,
  'There are ninety days': 'SELECT count(*) AS whole FROM days HAVING whole < 88',
  'Each day has 324 events by day and 54 by night':
    'FROM days WHERE abs(by_day - 324) > 1 OR abs(by_night - 54) > 1',
  'Six events come by day for one by night': apart(
    '(SELECT sum(by_day) / sum(by_night) FROM days)',
    6,
    0.001,
  ),
  'Values come at all hours': `
    SELECT kind FROM waves LEFT JOIN plant USING (kind) GROUP BY kind HAVING count(DISTINCT hour("at")) <> 24`,
  'The mean of each hour is on the wave with its top at 14:00, within 6 % of its amplitude': `
    SELECT kind, hour("at") AS hour,
      avg(value - mean - amplitude * cos(2 * pi() * (epoch("at") % 86400 - 50400) / 86400)) AS error
    FROM plant JOIN waves USING (kind) GROUP BY kind, hour HAVING abs(error) > 0.06 * max(amplitude)`,
};

export const mutants = {
  'hours are silent': 'DELETE FROM plant WHERE n BETWEEN 5001 AND 5040',
  'days are as quiet as nights': 'DELETE FROM plant WHERE n % 6 <> 1',
  'the values of one kind do not change': "UPDATE plant SET value = 180 WHERE kind = 'flow'",
  'a time is in the future': 'UPDATE plant SET "at" = \'2999-01-01\' WHERE n = 101',
};

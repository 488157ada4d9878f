import { apart, disorder, last } from '../sql.ts';

/** Reports with the turns of ten seconds since the one before. A watch of the next sensor starts every 512 s, and ends an outage early. */
export const setup = `
  CREATE OR REPLACE VIEW steps AS
  SELECT *,
    (epoch_ms(timestamp) - epoch_ms(lag(timestamp) OVER own)) / 10000 AS turns,
    abs(value - lag(value) OVER own) AS drift,
    (epoch_ms(timestamp) - epoch_ms(first_value(timestamp) OVER own)) % (5 * 512000) = 0 AS is_next_watch
  FROM sensors WINDOW own AS (PARTITION BY sensor_id ORDER BY n)`;

/** Each sensor reports every ten seconds, but for outages, which are gaps. Between two reports its value changes little. */
export const check = {
  'Reports are in order of time': disorder('sensors', 'timestamp'),
  'There are 5 sensors': apart('(SELECT count(DISTINCT sensor_id) FROM sensors)', 5, 0),
  'Each sensor reports every ten seconds, but for outages': `
    FROM steps
    WHERE turns NOT IN (1, 7, 61) AND NOT (is_next_watch AND turns = floor(turns) AND turns > 1 AND turns < 61)`,
  'There are outages of both lengths':
    'SELECT length FROM (VALUES (7), (61)) lengths(length) WHERE length NOT IN (SELECT turns FROM steps WHERE turns > 1)',
  // The walk goes on with the reports of all sensors. Five standard deviations of so many steps, and the rounding.
  'Values drift slowly': 'FROM steps WHERE drift > 0.02 + 5 * 0.02 * sqrt(5 * turns)',
  'Values drift': `
    SELECT sensor_id, max(value) - min(value) AS range FROM sensors
    GROUP BY sensor_id HAVING NOT (range > 0.5 AND range < 50)`,
};

export const mutants = {
  'a report is missing': 'DELETE FROM sensors WHERE n = 901',
  'a report comes a second late': `UPDATE sensors SET timestamp = timestamp + INTERVAL 1 SECOND WHERE n = ${last('sensors', 'n')}`,
  'a value jumps': 'UPDATE sensors SET value = value + 2 WHERE n = 1001',
};

import { apart, last } from '../sql.ts';

/** Lines in nginx's combined format, of the day of the config, in their parts. */
export const setup = String.raw`
  CREATE OR REPLACE TABLE lines AS
  SELECT n, message, regexp_extract(message,
    '^([\d.]+) - - \[20/Nov/2026:(\d\d:\d\d:\d\d) \+0000\] "(?:GET|POST) \S+ HTTP/1\.1" (\d{3}) (\d+) "[^"]+" "([^"]+)"$',
    ['address', 'time', 'status', 'bytes', 'agent']) AS part
  FROM access_log`;

const share = (digits: string): string => `(SELECT avg((part.status ~ '^[${digits}]..$')::INT) FROM lines)`;

/** 84 % of requests succeed and 11 % are client errors, within half a percent. Each visitor has one agent. */
export const check = {
  'There are more than 20,000 lines': 'SELECT count(*) AS lines FROM lines HAVING lines <= 20000',
  'All lines have the combined format': "FROM lines WHERE part.status = ''",
  '84 % of requests succeed': apart(share('23'), 0.84, 0.005),
  '11 % are client errors': apart(share('4'), 0.11, 0.005),
  '5 % are server errors': apart(share('5'), 0.05, 0.005),
  'Each visitor has one agent':
    'SELECT part.address FROM lines GROUP BY ALL HAVING count(DISTINCT part.agent) > 1',
  'A 304 has no bytes': "FROM lines WHERE part.status = '304' AND part.bytes <> '0'",
  'Lines are in order of time': 'FROM lines QUALIFY part.time < lag(part.time) OVER (ORDER BY n)',
  'Visitors are many, and come again': `
    SELECT count(DISTINCT part.address) AS visitors FROM lines HAVING visitors <= 1000 OR visitors >= count(*) / 2`,
};

const replaced = (from: string, to: string, where = 'true'): string =>
  `UPDATE access_log SET message = regexp_replace(message, '${from}', '${to}') WHERE ${where}`;

export const mutants = {
  'a visitor has another agent': replaced(
    '[^"]+"$',
    'curl/8.5.0"',
    `n = (SELECT max(n) FROM lines WHERE part.address = (SELECT part.address FROM lines WHERE n = 1))`,
  ),
  'half of the missing pages are found': replaced(String.raw`" 404 (\d*[02468]) `, String.raw`" 200 \1 `),
  'a line is cut off': replaced('"$', '', `n = ${last('access_log', 'n')}`),
  'a line comes too late': replaced(String.raw`:\d\d:\d\d:\d\d `, ':23:59:59 ', 'n = 1'),
};

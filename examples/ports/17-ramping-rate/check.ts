import { disorder, last } from '../sql.ts';

/**
 * Requests of each ten seconds. Up to t seconds of the ramp, 5 t + t²/24 are due: 54.2, 116.7, 187.5, 266.7, 354.2 and 450. The first
 * is due at 0, so each sum is rounded up.
 */
const COUNTS = [55, 62, 71, 79, 88, 95, ...Array<number>(12).fill(100), ...Array<number>(24).fill(10)];

/** Each ten seconds have as many requests as the stages say, to the request. */
export const check = {
  'Requests are in order of time': disorder('requests', '"at"'),
  'Each ten seconds have as many requests as the ramp says': `
    SELECT list(count ORDER BY part) AS counts
    FROM (SELECT floor(epoch("at" - (SELECT min("at") FROM requests)) / 10) AS part, count(*) AS count FROM requests GROUP BY part)
    HAVING counts IS DISTINCT FROM [${COUNTS.join(', ')}]`,
};

export const mutants = {
  'a request is missing': 'DELETE FROM requests WHERE n = 501',
  'a request of the ramp comes ten seconds later':
    'UPDATE requests SET "at" = "at" + INTERVAL 10 SECOND WHERE n = 55',
  'the end comes late': `UPDATE requests SET "at" = '2026-11-20 00:07:00' WHERE n = ${last('requests', 'n')}`,
};

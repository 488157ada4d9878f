import { apart, disorder, first, last, repeated } from '../sql.ts';

const OWN = 'WINDOW own AS (PARTITION BY customer_id ORDER BY n)';

/** Shares of customers with one version, two and so on: 0.3, then 0.7 × 0.4 × 0.6ⁿ. */
const SHARES = [0.3, 0.28, 0.168, 0.1008];

/** The versions of each customer follow one another without gaps and overlaps. The last one, and no other, is current. */
export const check = {
  'There are 2,000 customers': apart('(SELECT count(DISTINCT customer_id) FROM customer_versions)', 2000, 0),
  'Rows are sent once': repeated('customer_versions', 'row_id'),
  'Versions are in order of time': disorder('customer_versions', 'valid_from'),
  'Versions are counted': `FROM customer_versions ${OWN} QUALIFY version <> row_number() OVER own`,
  'A customer keeps the name':
    'SELECT customer_id FROM customer_versions GROUP BY customer_id HAVING count(DISTINCT name) > 1',
  'The last version is current, and no other': `FROM customer_versions ${OWN} QUALIFY is_current <> (lead(n) OVER own IS NULL)`,
  'Versions have no gaps and no overlaps': `
    FROM customer_versions ${OWN} QUALIFY valid_to IS DISTINCT FROM lead(valid_from) OVER own OR valid_from >= valid_to`,
  'The next version differs': `
    FROM customer_versions ${OWN} QUALIFY (city, street) = (lead(city) OVER own, lead(street) OVER own)`,
  'The number of versions is drawn for each customer': `
    SELECT versions, count(*) / 2000 AS share
    FROM (SELECT count(*) AS versions FROM customer_versions GROUP BY customer_id)
    GROUP BY versions HAVING abs(share - [${SHARES.join(', ')}][versions]) > 0.03`,
};

/** Changes the first version that has a next one. */
const replaced = (change: string): string =>
  `UPDATE customer_versions SET ${change} WHERE ${first('customer_versions', 'valid_to IS NOT NULL')}`;
const LAST = `n = ${last('customer_versions', 'n')}`;

export const mutants = {
  'there is a gap of a millisecond': replaced('valid_to = valid_to - INTERVAL 1 MILLISECOND'),
  'two versions overlap': replaced('valid_to = valid_to + INTERVAL 1 MILLISECOND'),
  'two versions are current': replaced('is_current = true'),
  'no version is current': `UPDATE customer_versions SET is_current = false WHERE ${LAST}`,
  'a version is missing': `DELETE FROM customer_versions WHERE ${LAST}`,
};

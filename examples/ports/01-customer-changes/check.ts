import { apart, first } from '../sql.ts';

const LIFE = 'WINDOW life AS (PARTITION BY id ORDER BY n)';

/** `before` is the previous `after` of the same customer. Each is created first, and deleted last. */
export const check = {
  'There are 3,000 changes': apart('(SELECT count(*) FROM cdc_events)', 3000, 0),
  'More than 100 customers are deleted': `SELECT count(*) AS deleted FROM cdc_events WHERE change.op = 'd' HAVING deleted <= 100`,
  'A customer is created first, and once': `FROM cdc_events ${LIFE} QUALIFY (change.op = 'c') <> (row_number() OVER life = 1)`,
  'Nothing follows a delete': `FROM cdc_events ${LIFE} QUALIFY lag(change.op) OVER life = 'd'`,
  'A delete has no row after it, and nothing else has none': `FROM cdc_events WHERE (change.op = 'd') <> (change.after IS NULL)`,
  'before is the last after': `FROM cdc_events ${LIFE} QUALIFY change.before IS DISTINCT FROM lag(change.after) OVER life`,
  'Rows have the key of the change': 'FROM cdc_events WHERE change.before.id <> id OR change.after.id <> id',
  'Changes of a customer are in order': `FROM cdc_events ${LIFE} QUALIFY change.source.sequence <> row_number() OVER life OR change.ts_ms <= lag(change.ts_ms) OVER life`,
};

const change = (op: string, members: string): string =>
  `UPDATE cdc_events SET change = struct_update(change, ${members}) WHERE ${first('cdc_events', `change.op = '${op}'`)}`;

export const mutants = {
  'an update has another row before': change(
    'u',
    "before := struct_update(change.before, email := 'nobody@example.com')",
  ),
  'a customer is not created': 'DELETE FROM cdc_events WHERE n = 1',
  'a change follows a delete': change('u', "op := 'd'"),
  'the row after a delete is there': change('d', 'after := change.before'),
};

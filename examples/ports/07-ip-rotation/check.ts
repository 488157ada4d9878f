import { first, last } from '../sql.ts';

const LIFE = 'WINDOW life AS (PARTITION BY id ORDER BY n)';

/** The last value of each user, unless there is none. */
const left = (table: string, value: string): string => `
  SELECT id, ${value} AS user FROM (FROM ${table} ${LIFE} QUALIFY lead(id) OVER life IS NULL) WHERE ${value} IS NOT NULL`;
const [ROWS, TOPIC] = [left('"table"', 'change.after'), left('topic', '"user"')];

/** At any time a user has one row with one address. A delete is a tombstone under the key of the user, in the place of the change. */
export const check = {
  'before is the row that the table has': `FROM "table" ${LIFE} QUALIFY change.before IS DISTINCT FROM lag(change.after) OVER life`,
  'A user without a row is created': `FROM "table" WHERE (change.op = 'c') <> (change.before IS NULL)`,
  'A delete leaves no row': `FROM "table" WHERE (change.op = 'd') <> (change.after IS NULL)`,
  'Rows have the key of the change': 'FROM "table" WHERE change.before.id <> id OR change.after.id <> id',
  'A user is updated by a new address alone': `
    FROM "table"
    WHERE change.op = 'u' AND (change.before.email <> change.after.email OR change.before.last_known_ip = change.after.last_known_ip)`,
  'Each change has a message with its key and row, or a tombstone': `
    FROM "table" t FULL JOIN topic m USING (n) WHERE t.id IS DISTINCT FROM m.id OR t.change.after IS DISTINCT FROM m.user`,
  'There are more than 100 tombstones':
    'SELECT count(*) AS tombstones FROM topic WHERE "user" IS NULL HAVING tombstones <= 100',
  'The compacted topic is the table': `(${ROWS} EXCEPT ${TOPIC}) UNION ALL (${TOPIC} EXCEPT ${ROWS})`,
};

const update = (members: string): string =>
  `UPDATE "table" SET change = struct_update(change, ${members}) WHERE ${first('"table"', "change.op = 'u'")}`;
const TOMBSTONE = first('topic', '"user" IS NULL');

export const mutants = {
  'a user is inserted twice': update("op := 'c', before := NULL"),
  'a tombstone has another key': `UPDATE topic SET id = ${last('topic', 'id')} WHERE ${TOMBSTONE}`,
  'a tombstone is missing': `DELETE FROM topic WHERE ${TOMBSTONE}`,
  'an address stays': update('after := change.before'),
};

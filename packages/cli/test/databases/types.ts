import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { expect } from 'vitest';
import { here } from '../here.ts';

/** Types of Postgres as its catalog writes them, each with a text that the spec of its field contains. */
export const POSTGRES_TYPES: readonly (readonly [type: string, spec: string])[] = [
  ['character varying', 'lorem.words'],
  ['character varying(7)', '"length":7'],
  ['character varying[]', '"count"'],
  ['character varying(7)[]', '"length":7'],
  ['character(1)', '"length":1'],
  ['character', '"length":1'],
  ['character(3)', '"length":3'],
  ['bpchar', 'lorem.words'],
  ['"char"', '"length":1'],
  ['text', 'lorem.words'],
  ['text[]', '"count"'],
  ['name', 'lorem.words'],
  ['xml', 'lorem.words'],
  ['smallint', 'number.int'],
  ['integer', 'number.int'],
  ['bigint', 'number.int'],
  ['int8', 'number.int'],
  ['numeric', 'number.float'],
  ['numeric(10,2)', 'number.float'],
  ['numeric(3,5)', '0.00999'],
  ['numeric(2,2)', '0.99'],
  ['numeric(2,-3)', '"fractionDigits":0'],
  ['numeric(1,0)', '"max":9'],
  ['real', 'number.float'],
  ['double precision', 'number.float'],
  ['money', 'number.float'],
  ['boolean', 'datatype.boolean'],
  ['bit(1)', '[01]{1}'],
  ['bit(10)', '[01]{10}'],
  ['bit varying(4)', '[01]{4}'],
  ['bit varying', '[01]{8}'],
  ['bytea', 'hexadecimal'],
  ['uuid', 'string.uuid'],
  ['json', 'object'],
  ['jsonb', 'object'],
  ['jsonpath', '[$][.]'],
  ['date', 'yyyy-MM-dd'],
  ['timestamp without time zone', 'timestampNow'],
  ['timestamp(3) with time zone', 'timestampNow'],
  ['time without time zone', 'HH:mm:ss'],
  ['time with time zone', 'HH:mm:ss'],
  ['interval', 'days'],
  ['int4range', '[\\"1\\",\\"10\\")'],
  ['numrange', '[\\"1\\",\\"10\\")'],
  ['daterange', '[\\"2025-01-01\\"'],
  ['tstzrange', '[\\"2025-01-01\\"'],
  ['tsmultirange', '{[\\"2025-01-01\\"'],
  ['inet', 'internet.ipv4'],
  ['cidr', 'internet.ipv4'],
  ['macaddr', '[0-9a-f]'],
  ['macaddr8', '[0-9a-f]'],
  ['point', '(10,20)'],
  ['box', '((1,1),(5,5))'],
  ['polygon', '((1,1),(5,5))'],
  ['circle', '<(1,1),5>'],
  ['tsvector', 'lorem'],
  ['tsquery', '[a-z]{4}'],
  ['pg_lsn', '[1-9]/'],
  ['oid', 'number.int'],
];

/** Types of MariaDB, in the same way. */
export const MARIADB_TYPES: readonly (readonly [type: string, spec: string])[] = [
  ['char', '"length":1'],
  ['char(3)', '"length":3'],
  ['varchar(7)', '"length":7'],
  ['tinytext', 'lorem.words'],
  ['longtext', 'lorem.words'],
  ['tinyint', '"max":127'],
  ['tinyint(1)', '"max":1'],
  ['tinyint(4) unsigned', '"max":255'],
  ['smallint(6)', 'number.int'],
  ['mediumint(9)', 'number.int'],
  ['int(11)', 'number.int'],
  ['bigint(20) unsigned', 'number.int'],
  ['decimal(10,2)', 'number.float'],
  ['decimal(5,5)', '0.99999'],
  ['decimal(1,0)', '"max":9'],
  ['float', 'number.float'],
  ['float(5,3)', '"max":99'],
  ['double', 'number.float'],
  ['bit(1)', 'datatype.boolean'],
  ['bit(10)', '"max":1000'],
  ['bit(3)', '"max":7'],
  ['binary', '"length":1'],
  ['binary(16)', '"length":16'],
  ['varbinary(8)', '"length":8'],
  ['blob', 'hexadecimal'],
  ['date', 'yyyy-MM-dd'],
  ['datetime', 'timestampNow'],
  ['timestamp', 'timestampNow'],
  ['time', 'HH:mm:ss'],
  ['year(4)', '2030'],
  ["enum('a','b')", '"a"'],
  ["set('a','b')", '"a"'],
  ['inet4', 'internet.ipv4'],
  ['inet6', 'internet.ipv6'],
  ['uuid', 'string.uuid'],
];

/** A table with a column of each type: `c0`, `c1` and so on. */
export const tableOfTypes = (
  types: readonly (readonly [type: string, spec: string])[],
  end = 'NOT NULL',
): string => `CREATE TABLE everything (${types.map(([type], n) => `c${n} ${type} ${end}`).join(',\n')});\n`;

/** Our CREATE TABLE of a schema. Rows keep our JSON Schema of it, and what is read of the statement leads to the same one. */
export async function ownTable(schema: object, form: 'ddl:postgres' | 'ddl:mysql'): Promise<string> {
  const input = JSON.stringify(schema);
  const written = async (as: string, from: string): Promise<string> => {
    const { out, err } = await here(['schema', '--as', as, '--name', 'everything', '--schema', '-'], {
      input: from,
    });
    expect(err).toBe('');
    return out;
  };
  const ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } });
  ajvFormats.default(ajv);
  const isValid = ajv.compile(JSON.parse(await written('json-schema', input)) as object);
  const rows = (await here(['sample', '--schema', '-', '-n', '50'], { input })).out.trim().split('\n');
  expect(rows.flatMap((row) => (isValid(JSON.parse(row)) ? [] : [row, isValid.errors]))).toEqual([]);
  const table = await written(form, input);
  const again = await here(['infer', '-', '--quiet'], { input: table });
  expect(await written(form, again.out)).toBe(table);
  return table;
}

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startClickhouse } from '../../../../scripts/peers/clickhouse.js';
import { findProgram } from '../../../../scripts/programs.js';
import type { Subject } from './subject.ts';

export const USER = 'a_user';
export const PASSWORD = 'a-password-of-clickhouse';
const run = promisify(execFile);
let nativePort = 0;

export async function query(statement: string): Promise<string> {
  const client = findProgram('clickhouse-client') ?? '';
  const args = [
    '--host',
    '127.0.0.1',
    '--port',
    String(nativePort),
    '--user',
    USER,
    '--password',
    PASSWORD,
    '--output_format_json_quote_64bit_integers',
    '0',
    '--allow_experimental_low_cardinality_type',
    '1',
  ];
  const { stdout } = await run(client, [...args, '--query', statement], { maxBuffer: 1e9 });
  return stdout;
}

/** ClickHouse without and with gzip. */
export const clickhouse: readonly Subject[] = ['false', 'true'].map((gzip) => ({
  command: 'clickhouse',
  programs: ['clickhouse-server', 'clickhouse-client'],
  variant: gzip === 'true' ? 'compressed' : 'plain',
  brief: gzip === 'true',
  start([program = ''], [port = 0, other = 0]) {
    nativePort = other;
    return startClickhouse({ program, port, nativePort, user: USER, password: PASSWORD });
  },
  async target({ port }, name) {
    await query(`CREATE TABLE ${name} (id String, n Int64, t String) ENGINE = MergeTree ORDER BY id`);
    return {
      settings: { url: `http://127.0.0.1:${port}`, table: name, gzip, username: USER, password: PASSWORD },
      async read() {
        const rows = await query(`SELECT id, n, t FROM ${name} FORMAT JSONEachRow`);
        return rows.split('\n').filter((row) => row !== '');
      },
    };
  },
  wrong: { password: 'not-the-password' },
  rows: [
    { id: '1', n: 1, t: 'plain' },
    { id: '2', n: -2, t: 'quote " backslash \\ newline \n tab \t slash / \' ; -- $1 %s' },
    { id: '3', n: 3, t: 'ünïcode 漢字 🐦 \u2028\u2029' },
  ],
  secrets: [PASSWORD],
  at: (port) => ({ url: `http://127.0.0.1:${port}` }),
}));

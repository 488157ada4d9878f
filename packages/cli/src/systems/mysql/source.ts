import { grouped, type Arrived } from '@catbird/verify';
import { sourceOf, statementsFor, type DatabasePlace } from '../../sources/database-rows.ts';
import type { Source } from '../../sources/source.ts';
import { clientFor, type MysqlValue } from './client.ts';

/** Reads rows as they come from one query, in a snapshot that cannot write. Times are in UTC. */
export const mysqlSource = (place: DatabasePlace): Source =>
  sourceOf(place, async function* (signal, sought) {
    const lazy = clientFor(place.address);
    try {
      const client = await lazy.use(signal, async (opened) => {
        await opened.ask("SET SESSION time_zone = '+00:00'");
        await opened.ask('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
        await opened.ask('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
        return opened;
      });
      for (const { sql, values } of statementsFor(place, sought, () => '?'))
        yield* grouped(untilAborted(client.stream<Arrived>(sql, values, valueOf), signal));
      await client.ask('ROLLBACK');
    } finally {
      await lazy.close();
    }
  });

async function* untilAborted<Row>(rows: AsyncIterable<Row>, signal: AbortSignal): AsyncGenerator<Row> {
  for await (const row of rows) {
    signal.throwIfAborted();
    yield row;
  }
}

const NUMBERS: ReadonlySet<string> = new Set([
  'TINY',
  'SHORT',
  'INT24',
  'LONG',
  'LONGLONG',
  'YEAR',
  'FLOAT',
  'DOUBLE',
  'DECIMAL',
  'NEWDECIMAL',
]);
const TIMES: ReadonlySet<string> = new Set(['DATETIME', 'TIMESTAMP', 'DATETIME2', 'TIMESTAMP2']);

/** A value as JSON has it. Numbers that would lose digits stay texts, as do bytes. */
function valueOf(field: MysqlValue): unknown {
  if (field.type === 'BIT') return bitsIn(field.buffer());
  const text = field.string('utf8');
  if (text === null) return null;
  if (NUMBERS.has(field.type)) return numberIn(text);
  if (TIMES.has(field.type)) return `${text.replace(' ', 'T')}Z`;
  // Others, and texts that hold JSON, are read where the stream has lists or objects.
  if (field.type === 'JSON' && text.startsWith('"')) return JSON.parse(text);
  return text;
}

/** Digits that a number surely keeps. */
const DIGITS = 15;

const numberIn = (text: string): number | bigint | string =>
  text.replaceAll(/\D/g, '').length <= DIGITS ? Number(text) : /^-?\d+$/.test(text) ? wholeIn(text) : text;

const wholeIn = (text: string): number | bigint =>
  Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);

const bitsIn = (bytes: Uint8Array | null): number | bigint | null =>
  bytes === null ? null : wholeIn(String(BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`)));

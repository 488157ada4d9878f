import type { Result } from '@catbird/engine';
import type { Values } from '@catbird/stream';
import { defineCommand } from '../command.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { choiceFlag, sizeFlag, switchFlag, textFlag, textsFlag, wholeFlag } from '../flags/readers.ts';
import { serverFlags } from '../flags/server-flags.ts';
import { whenAborted } from '../interrupt.ts';
import { newCache } from '../lake/cache.ts';
import { newLake } from '../lake/lake.ts';
import { BUCKET } from '../lake/listing.ts';
import type { Partition } from '../lake/division.ts';
import { startPool } from '../lake/pool.ts';
import { serveLake } from '../lake/answers.ts';
import { checkSignature, type AccessKey } from '../lake/signature.ts';
import { readTables, type Tables } from '../lake/read-tables.ts';
import type { Table } from '../lake/table.ts';
import { refuse } from '../refusal.ts';
import { plural, whole } from '../report/words.ts';
import { streamFlags } from '../stream/flags.ts';
import type { Terminal } from '../terminal.ts';
import { addressOf, hostName, isLoopback, listeningFailure } from '../transport/listening.ts';
import { coresOf } from '../workers/count.ts';

const group = 'Lake';
const [GROUP_ROWS, GROUPS, CACHE_BYTES, PORT] = [65_536, 64, 128 * 2 ** 20, 9191];
/** Objects above which the lists that clients hold get large. */
const MANY_OBJECTS = 100_000;

const flags = {
  ...serverFlags({ group, port: PORT, what: 'server' }),
  accessKey: textFlag({
    help: 'Accept only requests that are signed with this key; its secret is in CATBIRD_SECRET_KEY.',
    value: 'ID',
    group,
    default: 'any credentials',
  }),
  groupRows: wholeFlag({
    help: 'Rows of a row group. Larger ones make counting cheaper and reading a few rows dearer.',
    least: 1,
    most: 2 ** 20,
    value: 'N',
    group,
    default: String(GROUP_ROWS),
  }),
  objectRows: wholeFlag({
    help: 'Rows of an object, a multiple of --group-rows.',
    least: 1,
    most: 2 ** 30,
    value: 'N',
    group,
    default: `${GROUPS} row groups`,
  }),
  partition: choiceFlag<Partition>({
    help: 'Folders of tables with event times.',
    choices: ['day', 'hour'],
    group,
    default: 'hour above 100 million rows a day',
  }),
  cache: sizeFlag({
    help: 'Memory for columns that have been computed.',
    group,
    default: '128MiB',
  }),
  workers: wholeFlag({
    help: 'Threads that compute columns.',
    least: 1,
    most: 256,
    value: 'N',
    group,
    default: 'the number of cores less one',
  }),
  types: streamFlags.types,
  set: textsFlag({
    help: 'Override a value, as for catbird run. Repeatable.',
    value: 'PATH=VALUE',
    group: 'Config',
  }),
  quiet: switchFlag({ help: 'Print errors only.', group: 'Output' }),
};

/** `catbird lake shop.yaml`: the streams of a config as tables of Parquet objects that do not exist. */
export const lake = defineCommand({
  operands: { usage: 'FILE', least: 1, most: 1 },
  flags,
  notes: `Answers S3's LIST, HEAD and GET with ranges, in path style, for the bucket ${BUCKET}. Nothing is stored: bytes are computed from schema and seed when they are read. Each stream is a table, and each entity. A stream needs a seed and an absolute from; destination, delivery and faults play no part. Without to, a table grows with the clock.`,
  examples: [
    { line: 'catbird lake shop.yaml', does: 'serve the tables of a config on port 9191' },
    {
      line: `aws --endpoint-url http://127.0.0.1:${PORT} s3 ls s3://${BUCKET}/orders/`,
      does: 'list the objects of a table, with any credentials',
    },
    {
      line: 'CATBIRD_SECRET_KEY=… catbird lake shop.yaml --host 0.0.0.0 --access-key reader',
      does: 'let other machines read, with signed requests',
    },
  ],
  endsBySignal: true,
  async run(values, [file = '-'], terminal) {
    const { groupRows = GROUP_ROWS, partition, set, types } = values;
    const { objectRows = GROUPS * groupRows } = values;
    const key = keyOf({ ...values, groupRows, objectRows }, terminal.env);
    const layout = { groupRows, objectRows, partition };
    const read = key.ok ? await readTables(file, { set, types }, layout, terminal) : key;
    if (key.ok && read.ok) return serve(read, { ...values, key: key.key }, terminal);
    terminal.interrupt.release();
    return refuse(read.ok ? [] : read.issues, terminal);
  },
});

type Given = Partial<Values<typeof flags>>;

/** Serves tables until a signal comes. */
async function serve(
  { tables, notes }: Tables,
  { port = PORT, host = '127.0.0.1', key, ...options }: Given & { readonly key: AccessKey | undefined },
  { err, interrupt }: Terminal,
): Promise<ExitCode> {
  const { origin = [], allowHost = [], cache = CACHE_BYTES, quiet = false } = options;
  const pool = startPool(options.workers ?? Math.max(1, coresOf() - 1), tables);
  try {
    const server = await serveLake(port, host, {
      lake: newLake(tables),
      compute: pool.compute,
      cache: newCache(cache),
      allowed: { hosts: [host, ...allowHost], origins: origin },
      checkSignature: key && ((request) => checkSignature(request, key, Date.now())),
      failed: (reason) => err.write(`${reason}\n`),
    });
    const lines = [
      ...notes,
      ...tables.flatMap(tableLines),
      `Listening on http://${addressOf(host, server.port)}, as s3://${BUCKET}`,
    ];
    if (!quiet) err.write(`${lines.join('\n')}\n`);
    await whenAborted(interrupt.stop);
    await server.close();
    return EXIT.ok;
  } catch (error) {
    err.write(`${listeningFailure(error, host, port)}\n`);
    return EXIT.failed;
  } finally {
    interrupt.release();
    await pool.close();
  }
}

/** The key that requests must be signed with, if there is one, or what is wrong with the options. */
function keyOf(
  {
    accessKey: id,
    host = '127.0.0.1',
    groupRows,
    objectRows,
  }: Given & Readonly<Record<'groupRows' | 'objectRows', number>>,
  { CATBIRD_SECRET_KEY: secret = '' }: Readonly<Record<string, string | undefined>>,
): Result<{ readonly key: AccessKey | undefined }> {
  const problems = [
    objectRows % groupRows > 0 &&
      `--object-rows ${objectRows} must be a multiple of --group-rows ${groupRows}`,
    id !== undefined && secret === '' && '--access-key needs its secret in CATBIRD_SECRET_KEY',
    id === undefined &&
      !isLoopback(hostName(host) ?? host) &&
      `--host ${host} admits other machines: set --access-key, and its secret in CATBIRD_SECRET_KEY`,
  ].filter((each) => each !== false);
  if (problems.length > 0) return { ok: false, issues: problems.map((message) => ({ message })) };
  return { ok: true, key: id === undefined ? undefined : { id, secret } };
}

/** The size of a table, for people. */
function tableLines({ name, parts, layout: { columns } }: Table): readonly string[] {
  const objects = parts.count();
  const last = objects === 0 ? undefined : parts.at(objects - 1);
  const rows = last === undefined ? 0 : last.first + last.count;
  const line = `${name}: ${plural(rows, 'row')}, ${plural(columns.length, 'column')}, ${plural(objects, 'object')}`;
  return objects > MANY_OBJECTS
    ? [
        line,
        `${name}: clients hold the list of ${whole(objects)} objects. Choose a larger --object-rows, or read a folder at a time`,
      ]
    : [line];
}

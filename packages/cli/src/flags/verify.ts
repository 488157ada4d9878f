import { typesFlag, type Flag } from '@catbird/stream';
import { durationFlag, switchFlag, textFlag, textsFlag } from './readers.ts';

/** What was sent. */
export const rowFlags = {
  record: textsFlag({
    help: 'Record of the run, which --record wrote. Repeatable, one per process.',
    value: 'FILE',
    group: 'Rows',
  }),
  set: textsFlag({
    help: 'Override a value of the config: eps=500. Repeatable.',
    value: 'PATH=VALUE',
    group: 'Rows',
  }),
  types: typesFlag,
};

/** Where it has arrived. */
export const sourceFlags = {
  source: textFlag({
    help: 'Where the rows have arrived: a file, a folder, a pattern such as out/*.parquet, or an address. NDJSON, JSON, CSV, TSV or Parquet; - reads stdin. Addresses: postgres://HOST/DATABASE?table=NAME, mysql://…, clickhouse://…, kafka://BROKER/TOPIC, s3://BUCKET/PREFIX*. Default: the tables under verify in the config.',
    value: 'PLACE',
    group: 'Source',
  }),
  query: textFlag({
    help: 'SQL that reads the rows, instead of a table. Requires the address of a database in --source.',
    value: 'SQL',
    group: 'Source',
  }),
  table: textsFlag({
    help: 'Verify only this table under verify in the config. Repeatable.',
    value: 'NAME',
    group: 'Source',
  }),
  stream: textFlag({
    help: 'With --source: the stream that its rows belong to. Default: the only one.',
    value: 'NAME',
    group: 'Source',
  }),
  identity: textFlag({
    help: 'Columns that identify a row, separated by commas.',
    value: 'COLUMNS',
    group: 'Source',
    default: 'found in the rows',
  }),
};

/** How long nothing may move while rows are missing. */
export const QUIET_MS = 20_000;

/** How long to wait for rows. @param unset what happens without it */
export const maxWaitFlag = (unset: string): Flag<number> =>
  durationFlag({ help: `Wait at most this long for missing rows. Default: ${unset}.`, group: 'Waiting' });

/** Ends waiting. */
export const quietForFlag = durationFlag({
  help: 'Stop waiting when nothing has changed for this long. Default: 20s; with --live never.',
  group: 'Waiting',
});

/** Leaves the report to the exit code. */
export const quietFlag = switchFlag({ help: 'Print errors only.', group: 'Output' });

import { typesFlag } from '@catbird/stream';
import { durationFlag, textFlag, textsFlag } from './readers.ts';

/** What was sent. */
export const rowFlags = {
  record: textsFlag({
    help: 'The record that catbird run --record wrote. Repeatable, one for each process.',
    value: 'FILE',
    group: 'Rows',
  }),
  set: textsFlag({
    help: 'Override a value of the config, as for catbird run. Repeatable.',
    value: 'PATH=VALUE',
    group: 'Rows',
  }),
  types: typesFlag,
};

/** Where it has arrived. */
export const sourceFlags = {
  source: textFlag({
    help: 'Where the rows are: a file of NDJSON, JSON, CSV, TSV or Parquet; several as a folder or a pattern (out/*.parquet); - reads stdin; or an address: postgres://HOST/DATABASE?table=NAME, mysql://…, clickhouse://…, kafka://BROKER/TOPIC. Default: as the config says, under verify.',
    value: 'PLACE',
    group: 'Source',
  }),
  query: textFlag({
    help: 'SQL that reads the rows, in place of a table. Needs the address of a database in --source.',
    value: 'SQL',
    group: 'Source',
  }),
  table: textsFlag({
    help: 'Verify only this table of the config. Repeatable. With --source: the stream of this name.',
    value: 'NAME',
    group: 'Source',
  }),
  identity: textFlag({
    help: 'The columns that tell whose row it is, separated by commas.',
    value: 'COLUMNS',
    group: 'Source',
    default: 'found in the rows',
  }),
};

/** How long nothing may move while rows are missing. */
export const QUIET_MS = 20_000;

/** Ends waiting. */
export const quietForFlag = durationFlag({
  help: 'Stop waiting once nothing has moved for so long. Default: 20s; with --live never.',
  group: 'Waiting',
});

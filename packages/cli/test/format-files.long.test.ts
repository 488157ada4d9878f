import { killFormatTests } from './format-kills.ts';

/** `node scripts/kills.js` sets it. */
const KILLS = Number(process.env['CATBIRD_KILLS'] ?? 6);

killFormatTests(KILLS, [
  ['csv', []],
  ['csv', ['--gzip', '--in-flight', '1']],
  ['csv', ['--rotate', '100kB', '--workers', '2']],
  ['json-array', []],
  ['json-array', ['--rotate', '100kB', '--gzip']],
  ['json-array', ['--workers', '2']],
  ['avro-file', []],
  ['avro-file', ['--gzip', '--rotate', '50kB']],
  ['avro-file', ['--workers', '2']],
  ['protobuf', ['--rotate', '50kB']],
  ['parquet', []],
  ['parquet', ['--rotate', '200kB']],
  ['parquet', ['--rotate', '200kB', '--workers', '2']],
]);

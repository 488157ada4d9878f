import avsc from 'avsc';
import { parquetReadObjects } from 'hyparquet';
import protobufjs from 'protobufjs';
import { expect, test } from 'vitest';
import { fileOf, planned } from '../test/format-rows.ts';
import { newKindsSeen } from '../../engine/src/recording/kinds.ts';
import { parseExact } from '../../engine/src/numeric/exact-json.ts';
import type { Member } from '../../engine/src/model/kind.ts';
import { newBatch, records } from '../../engine/src/rows/batch.ts';
import type { RowWriter } from '../../engine/src/rows/writer.ts';
import { avro } from './avro.ts';
import { withFormat, type Format } from './format.ts';
import { parquet } from './parquet.ts';
import { protobuf } from './protobuf.ts';

/** Avro's long as the text of its digits. */
const long = avsc.types.LongType.__with({
  fromBuffer: (bytes: Buffer) => String(bytes.readBigInt64LE()),
  toBuffer: () => Buffer.alloc(8),
  fromJSON: String,
  toJSON: String,
  isValid: () => true,
  compare: () => 0,
});

/** A recording of these lines. */
function recordingOf(lines: readonly string[]): { members: readonly Member[]; rows: RowWriter } {
  const kinds = newKindsSeen();
  for (const line of lines) kinds.add(parseExact(line) as Readonly<Record<string, unknown>>);
  const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''));
  const ends = Uint32Array.from(lines, (_, i) => lines.slice(0, i + 1).join('\n').length + 1);
  return {
    members: kinds.members,
    rows: { fill: (batch) => Object.assign(batch, { first: 0, count: lines.length, bytes, ends }) },
  };
}

const READERS: Readonly<
  Record<string, (members: readonly Member[], rows: RowWriter, count: number) => unknown>
> = {
  avro(members, rows, count) {
    const plan = planned(avro.plan(members, {}));
    const type = avsc.Type.forSchema(JSON.parse(plan.schemaText ?? '') as avsc.Schema, {
      registry: { long },
    });
    const batch = withFormat(rows, plan).fill(newBatch(), {
      first: 0,
      count,
      time: { startMs: 0, stepMs: 0 },
    });
    return [...records(batch)].map((bytes) => type.fromBuffer(Buffer.from(bytes)) as unknown);
  },
  parquet(members, rows, count) {
    const file = fileOf(planned(parquet.plan(members, {})), rows, count);
    return parquetReadObjects({ file: new Uint8Array(file).buffer });
  },
  protobuf(members, rows, count) {
    const plan = planned((protobuf as Format<object>).plan(members, {}));
    const type = protobufjs.parse(plan.schemaText ?? '', { keepCase: true }).root.lookupType('Event');
    const batch = withFormat(rows, plan).fill(newBatch(), {
      first: 0,
      count,
      time: { startMs: 0, stepMs: 0 },
    });
    return [...records(batch)].map((bytes) => type.toObject(type.decode(bytes), { longs: String }));
  },
};

test.each(
  Object.keys(READERS).flatMap((format) =>
    ['1790123456789012345', '-9223372036854775808', '9007199254740993', '12345678901234567890'].map((id) => ({
      format,
      id,
    })),
  ),
)('$format has all digits of a recorded $id', async ({ format, id }) => {
  const { members, rows } = recordingOf([`{"id":${id},"in":{"id":${id}}}`, '{"id":7,"in":{"id":8}}']);
  const found = await READERS[format]?.(members, rows, 2);
  const texts = JSON.parse(
    JSON.stringify(found, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each)),
  ) as unknown;
  expect(texts).toEqual([
    { id, in: { id } },
    { id: '7', in: { id: '8' } },
  ]);
});

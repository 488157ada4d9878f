import { expect, test } from 'vitest';
import { partitionerOf } from './partitioners.ts';

/** Published with Kafka: https://github.com/apache/kafka/blob/trunk/clients/src/test/java/org/apache/kafka/common/utils/UtilsTest.java */
test.each([
  ['21', -973_932_308],
  ['foobar', -790_332_482],
  ['a-little-bit-long-string', -985_981_536],
  ['a-little-bit-longer-string', -1_486_304_829],
  ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58_897_971],
  [Buffer.from('abc'), 479_470_107],
])('murmur2 of %s is that of Java', (key, hash) => {
  const partition = partitionerOf({ partitioner: 'murmur2' });
  for (const count of [1, 3, 64, 997]) expect(partition(key, count)).toBe((hash & 0x7f_ff_ff_ff) % count);
});

/** The check value of CRC-32/ISO-HDLC: https://reveng.sourceforge.io/crc-catalogue/17plus.htm#crc.cat.crc-32-iso-hdlc */
test('crc32 is that of zlib', () => {
  expect(partitionerOf({ partitioner: 'crc32' })('123456789', 1000)).toBe(0xcb_f4_39_26 % 1000);
});

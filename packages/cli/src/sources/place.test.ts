import { expect, test } from 'vitest';
import { placeIn } from './place.ts';

const env = { AWS_ACCESS_KEY_ID: 'AKIAOWN', AWS_SECRET_ACCESS_KEY: 'own/secret' };
const BROKER = 'b-1.shop.abc.c2.kafka.eu-west-1.amazonaws.com:9098';

test('a topic of Amazon MSK is read over TLS with the keys of AWS that are already there, which go nowhere else', async () => {
  const msk = await placeIn(`kafka://${BROKER}/orders?mechanism=msk-iam`, { env });
  expect(msk).toMatchObject({
    ok: true,
    place: { kind: 'kafka', login: { tls: true, mechanism: 'msk-iam' } },
    notes: ['From the environment: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY'],
  });
  const keys = msk.ok && msk.place.kind === 'kafka' ? await msk.place.awsKeys?.() : undefined;
  expect(keys).toEqual({ accessKeyId: 'AKIAOWN', secretAccessKey: 'own/secret' });
  const other = await placeIn('kafka://localhost:9092/orders?mechanism=msk-iam', { env });
  expect(other).toMatchObject({ place: { awsKeys: undefined } });
  expect(other).toMatchObject({ notes: ['Not used: keys of AWS, as they are for brokers of Amazon MSK'] });
});

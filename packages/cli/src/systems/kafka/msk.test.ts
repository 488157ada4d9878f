import { AwsClient } from 'aws4fetch';
import { expect, test } from 'vitest';
import { mskRegion, mskToken } from './msk.ts';

test.each([
  [
    'b-1.demo.abc.c2.kafka.eu-west-1.amazonaws.com:9098,b-2.demo.abc.c2.kafka.eu-west-1.amazonaws.com:9098',
    'eu-west-1',
  ],
  ['boot-x.c1.kafka-serverless.us-east-1.amazonaws.com:9098', 'us-east-1'],
  ['b-1.kafka.eu-west-1.amazonaws.com.example.org:9098', undefined],
  ['evil.example.com:9098,b-1.x.kafka.eu-west-1.amazonaws.com:9098', undefined],
  ['localhost:9092', undefined],
])('the region of %s is %s', (brokers, region) => expect(mskRegion(brokers)).toBe(region));

test.each([undefined, 'a/session+token=='])(
  'a token is what another signer signs, with session %s',
  async (sessionToken) => {
    const keys = {
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'a/secret+key',
      ...(sessionToken && { sessionToken }),
    };
    const date = new Date('2026-03-01T12:34:56Z');
    const token = await mskToken('eu-west-1', async () => keys, date);
    expect(token).toMatch(/^[A-Za-z0-9_-]+$/);
    const address = new URL(Buffer.from(token, 'base64url').toString());
    expect(address.searchParams.get('User-Agent')).toBe('catbird');
    address.searchParams.delete('User-Agent');
    const other = new AwsClient({ ...keys, service: 'kafka-cluster', region: 'eu-west-1' });
    const { url } = await other.sign(
      'https://kafka.eu-west-1.amazonaws.com/?Action=kafka-cluster%3AConnect&X-Amz-Expires=900',
      { aws: { signQuery: true, datetime: '20260301T123456Z' } },
    );
    const signed = (text: string) => Object.fromEntries(new URL(text).searchParams);
    expect(signed(address.href)).toEqual(signed(url));
  },
);

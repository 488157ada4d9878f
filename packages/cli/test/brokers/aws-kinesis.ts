import { startKinesalite } from '../../../../scripts/peers/kinesalite.js';
import type { Subject } from './subject.ts';

const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const KEY = 'AKIAIOSFODNN7EXAMPLE';
// Kinesalite wants a signature and does not look at it.
const AUTHORIZATION = `AWS4-HMAC-SHA256 Credential=${KEY}/20260101/us-east-1/kinesis/aws4_request, SignedHeaders=host, Signature=0`;

interface Answer {
  readonly StreamDescription: {
    readonly StreamStatus: string;
    readonly Shards: readonly { readonly ShardId: string }[];
  };
  readonly ShardIterator: string;
  readonly NextShardIterator: string;
  readonly Records: readonly { readonly Data: string }[];
}

async function call(port: number, operation: string, input: unknown): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `Kinesis_20131202.${operation}`,
      'x-amz-date': '20260101T000000Z',
      authorization: AUTHORIZATION,
    },
    body: JSON.stringify(input),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${operation}: ${text}`);
  return (text === '' ? {} : JSON.parse(text)) as Answer;
}

const describeStream = async (port: number, StreamName: string) =>
  (await call(port, 'DescribeStream', { StreamName })).StreamDescription;

/** Every record of every shard. */
async function records(port: number, StreamName: string): Promise<string[]> {
  const { Shards } = await describeStream(port, StreamName);
  const rows: string[] = [];
  for (const { ShardId } of Shards) {
    const from = { StreamName, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
    let { ShardIterator } = await call(port, 'GetShardIterator', from);
    for (;;) {
      const { Records, NextShardIterator } = await call(port, 'GetRecords', { ShardIterator });
      if (Records.length === 0) break;
      rows.push(...Records.map(({ Data }) => Buffer.from(Data, 'base64').toString()));
      ShardIterator = NextShardIterator;
    }
  }
  return rows;
}

export const awsKinesis: Subject = {
  command: 'aws-kinesis',
  programs: ['node'],
  start: (_, [port = 0]) => startKinesalite({ port }),
  async target({ port }, name) {
    await call(port, 'CreateStream', { StreamName: name, ShardCount: 3 });
    while ((await describeStream(port, name)).StreamStatus !== 'ACTIVE');
    return {
      settings: {
        region: 'us-east-1',
        streamName: name,
        accessKeyId: KEY,
        secretAccessKey: SECRET,
        endpoint: `http://127.0.0.1:${port}`,
      },
      read: () => records(port, name),
    };
  },
  secrets: [SECRET],
  at: (port) => ({ endpoint: `http://127.0.0.1:${port}` }),
};

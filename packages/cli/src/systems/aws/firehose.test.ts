import { FirehoseClient, PutRecordBatchCommand } from '@aws-sdk/client-firehose';
import { expect, test } from 'vitest';
import { startAwsFirehose } from '../../../../../test/services/aws-firehose.ts';
import { batchOf } from '../../../../send/test/destinations/batch.ts';
import { sendOptions } from '../../../../send/test/destinations/contract.ts';
import { awsJsonSuite } from '../../../test/aws-json-suite.ts';
import { awsFirehose } from './firehose.ts';

const recordOf = (row: unknown) => ({ Data: Buffer.from(`${JSON.stringify(row)}\n`) });

awsJsonSuite(
  {
    destination: awsFirehose,
    start: startAwsFirehose,
    settings: (endpoint) => ({ streamName: 'events', endpoint }),
    others: {},
    codes: { 503: 'ServiceUnavailableException' },
    list: 'RequestResponses',
    failed: 'FailedPutCount',
    taken: { RecordId: 'a' },
    throttled: ['ServiceUnavailableException', 'unavailable'],
    refused: 'InvalidKMSResource',
    tooLarge: 1_024_000,
    missing: [{ streamName: 'others' }, 'Firehose others under account'],
    peer: {
      settings: { streamName: 'events' },
      open(options) {
        const client = new FirehoseClient(options);
        const DeliveryStreamName = 'events';
        return {
          send: (rows) =>
            client.send(new PutRecordBatchCommand({ DeliveryStreamName, Records: rows.map(recordOf) })),
          destroy: () => client.destroy(),
        };
      },
    },
  },
  ({ service, open }) => {
    test('delivered events stay apart, each on a line; records of a binary format get no newline', async () => {
      const connection = await open();
      await connection.send(batchOf([{ n: 0 }, { n: 1 }]), sendOptions());
      expect(service().delivered().toString()).toBe('{"n":0}\n{"n":1}\n');
      const bytes = Uint8Array.of(0, 255, 10);
      const batch = { ...batchOf([]), count: 2, bytes, ends: Uint32Array.of(2, 3), isBinary: true } as const;
      await connection.send(batch, sendOptions());
      expect([...service().delivered().subarray(-3)]).toEqual([0, 255, 10]);
    });
  },
);

import { expect, test } from 'vitest';
import { startAwsKinesis } from '../../../../../test/services/aws-kinesis.ts';
import { batchOf } from '../../../../send/test/destinations/batch.ts';
import { configOf, sendOptions } from '../../../../send/test/destinations/contract.ts';
import { awsJsonSuite } from '../../../test/aws-json-suite.ts';
import { awsKinesis } from './kinesis.ts';

const settings = (endpoint: string) => ({ streamName: 'events', endpoint });
const keys = { region: 'us-east-1', accessKeyId: 'AKIAOTHER', secretAccessKey: 'another/secret' };

awsJsonSuite(
  {
    destination: awsKinesis,
    start: startAwsKinesis,
    settings,
    others: { partitionKey: 'ü'.repeat(200) },
    codes: {
      400: 'InvalidArgumentException',
      408: 'ServiceUnavailable',
      500: 'InternalFailure',
      501: 'ValidationException',
      502: 'InternalFailure',
      503: 'ServiceUnavailable',
      504: 'InternalFailure',
    },
    list: 'Records',
    failed: 'FailedRecordCount',
    taken: { SequenceNumber: '4954', ShardId: 'shardId-000000000000' },
    throttled: ['ProvisionedThroughputExceededException', 'rate-limited'],
    refused: 'KMSDisabledException',
    tooLarge: 1_048_577,
    missing: [{ streamName: 'others' }, 'Stream others under account'],
  },
  ({ service, open }) => {
    test('the partition key is random, fixed, or a field', async () => {
      const send = async (rows: readonly unknown[], more = {}, field?: string) =>
        (await open(more)).send(batchOf(rows, field), sendOptions());
      await send([{}, {}, {}]);
      expect(service().keys).toEqual(['abcdefghij-_-0', 'abcdefghij-_-1', 'abcdefghij-_-2']);
      await send([{}, {}], { partitionKey: 'all' });
      expect(service().keys.slice(3)).toEqual(['all', 'all']);
      const rows = [{ user: 'ada' }, { user: 7 }, { user: { a: 1 } }, {}, { user: '' }];
      await send(rows, { partitionKeyField: 'user' }, 'user');
      expect(service().keys.slice(5)).toEqual(['ada', '7', '{"a":1}', 'abcdefghij-_-3', 'abcdefghij-_-4']);
      expect(service().faults).toEqual([]);
    });

    test('each region maps to its host', () => {
      const hostOf = (region: string) =>
        awsKinesis.host(configOf(awsKinesis, { ...keys, streamName: 'events', region }));
      expect(hostOf('eu-west-1')).toBe('kinesis.eu-west-1.amazonaws.com');
      expect(hostOf('cn-north-1')).toBe('kinesis.cn-north-1.amazonaws.com.cn');
    });
  },
);

import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, expect, test } from 'vitest';
import { cases } from '../../../../test/long.ts';
import { ourRequest, randomBatches, sdkClient } from '../../test/destinations/aws-peer.ts';
import { batchOf } from '../../test/destinations/batch.ts';
import { awsSqs } from './aws-sqs.ts';

const { options, requestOf } = sdkClient();
const peer = new SQSClient(options);
afterAll(() => peer.destroy());

test.each([
  'https://sqs.us-east-1.amazonaws.com/123456789012/events',
  'https://sqs.us-east-1.amazonaws.com/1/a.fifo',
])('random rows become the request that the AWS SDK sends to %s', async (queueUrl) => {
  const isFifo = queueUrl.endsWith('.fifo');
  for (const rows of randomBatches(cases(60))) {
    const keyed = rows.map((row, n) => ({ ...(row as object), key: `k${n % 3}` }));
    const Entries = keyed.map((row, n) => ({
      Id: String(n),
      MessageBody: JSON.stringify(row),
      MessageGroupId: row.key,
      ...(isFifo && { MessageDeduplicationId: `Ab9-${n + 7}` }),
    }));
    const theirs = await requestOf(peer.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries })));
    const ours = await ourRequest(awsSqs, { queueUrl, messageGroupField: 'key' }, batchOf(keyed, 'key'), {
      id: 'Ab9',
      rowNumber: (index) => index + 7,
    });
    expect(ours).toEqual(theirs);
  }
});

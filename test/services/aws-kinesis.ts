import {
  awsJsonAnswer as answer,
  awsJsonError,
  awsJsonRefusal,
  EXAMPLE_KEYS,
  type AwsJsonKeys,
} from './aws-json.ts';
import { startService, type Service } from './service.ts';

/** Options of a stand-in for Kinesis. The defaults are AWS's own examples. */
export interface AwsKinesisOptions extends Partial<AwsJsonKeys> {
  /** Default `events`. */
  readonly streamName?: string;
  /** Error code of a single record; undefined (default) accepts it. */
  readonly refuses?: (row: unknown, request: number) => string | undefined;
}

/** A stand-in for Kinesis, and the partition keys of the rows it accepted. */
export interface AwsKinesisService extends Service {
  readonly keys: readonly string[];
}

/** Starts a strict stand-in for Amazon Kinesis that verifies every signature. https://docs.aws.amazon.com/kinesis/latest/APIReference/API_PutRecords.html */
export async function startAwsKinesis(options: AwsKinesisOptions = {}): Promise<AwsKinesisService> {
  const known = {
    ...EXAMPLE_KEYS,
    streamName: 'events',
    refuses: () => undefined,
    ...options,
  };
  const keys: string[] = [];
  let puts = 0;
  const service = await startService({
    cors: { methods: ['POST'], headers: [], exposed: [] },
    respond(request, fault, take) {
      const refused = awsJsonRefusal(request, 'kinesis', 'application/x-amz-json-1.1', known);
      if (refused !== undefined) return refused;
      const body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(request.body)) as Put;
      if (body.StreamName !== known.streamName)
        return awsJsonError(
          400,
          'ResourceNotFoundException',
          `Stream ${body.StreamName} under account 123456789012 not found.`,
        );
      const operation = request.headers['x-amz-target'];
      if (operation === 'Kinesis_20131202.DescribeStreamSummary')
        return answer(200, {
          StreamDescriptionSummary: {
            StreamName: known.streamName,
            StreamStatus: 'ACTIVE',
            OpenShardCount: 1,
          },
        });
      if (operation !== 'Kinesis_20131202.PutRecords')
        return awsJsonError(400, 'UnknownOperationException', '');
      const wrong = wrongWith(body, fault);
      if (wrong !== undefined) return awsJsonError(400, 'ValidationException', wrong);
      puts++;
      const records = (body.Records ?? []).map(({ Data, PartitionKey }, i) => {
        const row: unknown = JSON.parse(Buffer.from(Data, 'base64').toString());
        const code = known.refuses(row, puts);
        if (code !== undefined) return { ErrorCode: code, ErrorMessage: `Not taken: ${code}` };
        take(row);
        keys.push(PartitionKey);
        return { SequenceNumber: `4954${puts}${i}`, ShardId: 'shardId-000000000000' };
      });
      return answer(200, {
        FailedRecordCount: records.filter((each) => 'ErrorCode' in each).length,
        Records: records,
      });
    },
  });
  return { ...service, keys };
}

interface Put {
  readonly StreamName?: string;
  readonly Records?: readonly { readonly Data: string; readonly PartitionKey: string }[];
}

function wrongWith({ Records = [], ...more }: Put, fault: (words: string) => void): string | undefined {
  if (Object.keys(more).join() !== 'StreamName') fault(`unknown parameters: ${Object.keys(more).join(', ')}`);
  if (Records.length < 1 || Records.length > 500) return 'Member must have length less than or equal to 500';
  const bytes = Records.map(
    ({ Data, PartitionKey }) => Buffer.byteLength(Data, 'base64') + Buffer.byteLength(PartitionKey),
  );
  if (Records.some(({ PartitionKey }) => PartitionKey.length < 1 || PartitionKey.length > 256))
    return 'Member must have length less than or equal to 256';
  if (bytes.some((each) => each > 1_048_576)) return 'Member must have length less than or equal to 1048576';
  if (bytes.reduce((sum, each) => sum + each) > 5_242_880) return 'Records size exceeds 5 MB limit';
  return undefined;
}

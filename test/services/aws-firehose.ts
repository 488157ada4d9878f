import { awsJsonAnswer, awsJsonError, awsJsonRefusal, EXAMPLE_KEYS, type AwsJsonKeys } from './aws-json.ts';
import { startService, type Service } from './service.ts';

/** Options of a stand-in for Firehose. */
export interface AwsFirehoseOptions extends Partial<AwsJsonKeys> {
  /** Default `events`. */
  readonly streamName?: string;
  /** Error code of a single record; undefined (default) accepts it. */
  readonly refuses?: (row: unknown) => string | undefined;
}

/** A stand-in for Firehose, and what it delivers: all accepted records one after the other. */
export interface AwsFirehoseService extends Service {
  delivered(): Buffer;
}

interface Put {
  readonly DeliveryStreamName?: string;
  readonly Records?: readonly { readonly Data: string }[];
}

/** Starts a strict stand-in for Amazon Data Firehose that verifies every signature. https://docs.aws.amazon.com/firehose/latest/APIReference/API_PutRecordBatch.html */
export async function startAwsFirehose(options: AwsFirehoseOptions = {}): Promise<AwsFirehoseService> {
  const { streamName, refuses, ...known } = {
    ...EXAMPLE_KEYS,
    streamName: 'events',
    refuses: () => undefined,
    ...options,
  };
  const delivered: Buffer[] = [];
  const service = await startService({
    cors: { methods: ['POST'], headers: [], exposed: [] },
    respond(request, fault, take) {
      const refused = awsJsonRefusal(request, 'firehose', 'application/x-amz-json-1.1', known);
      if (refused !== undefined) return refused;
      const body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(request.body)) as Put;
      if (body.DeliveryStreamName !== streamName)
        return awsJsonError(
          400,
          'ResourceNotFoundException',
          `Firehose ${body.DeliveryStreamName} under account 123456789012 not found.`,
        );
      const operation = request.headers['x-amz-target'];
      if (operation === 'Firehose_20150804.DescribeDeliveryStream')
        return awsJsonAnswer(200, {
          DeliveryStreamDescription: { DeliveryStreamName: streamName, DeliveryStreamStatus: 'ACTIVE' },
        });
      if (operation !== 'Firehose_20150804.PutRecordBatch')
        return awsJsonError(400, 'UnknownOperationException', '');
      const wrong = wrongWith(body, request.body.length, fault);
      if (wrong !== undefined) return awsJsonError(400, 'ValidationException', wrong);
      const results = (body.Records ?? []).map(({ Data }, i) => {
        const bytes = Buffer.from(Data, 'base64');
        const row = rowOf(bytes);
        const code = refuses(row);
        if (code !== undefined) return { ErrorCode: code, ErrorMessage: `Not taken: ${code}` };
        take(row);
        delivered.push(bytes);
        return { RecordId: `record-${delivered.length}-${i}` };
      });
      return awsJsonAnswer(200, {
        Encrypted: false,
        FailedPutCount: results.filter((each) => 'ErrorCode' in each).length,
        RequestResponses: results,
      });
    },
  });
  return { ...service, delivered: () => Buffer.concat(delivered) };
}

/** The row of a record, or its bytes in hexadecimal digits if it is not a line of JSON. */
function rowOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return bytes.toString('hex');
  }
}

function wrongWith(
  { Records = [], ...more }: Put,
  bodyBytes: number,
  fault: (words: string) => void,
): string | undefined {
  if (Object.keys(more).join() !== 'DeliveryStreamName')
    fault(`unknown parameters: ${Object.keys(more).join(', ')}`);
  if (Records.length < 1 || Records.length > 500) return 'Member must have length less than or equal to 500';
  if (Records.some(({ Data }) => Buffer.byteLength(Data, 'base64') > 1_024_000))
    return 'Member must have length less than or equal to 1024000';
  return bodyBytes > 4_194_304 ? 'Records size exceeds 4 MB limit' : undefined;
}

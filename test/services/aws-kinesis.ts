import { authorizationOf, expectedSignature } from './aws-signature.ts';
import { startService, type Answer, type Received, type Service } from './service.ts';

/** Options of a stand-in for Kinesis. The defaults are AWS's own examples. */
export interface AwsKinesisOptions {
  /** Default `us-east-1`. */
  readonly region?: string;
  /** Default `events`. */
  readonly streamName?: string;
  readonly accessKeyId?: string;
  readonly secretAccessKey?: string;
  readonly sessionToken?: string;
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
    region: 'us-east-1',
    streamName: 'events',
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    refuses: () => undefined,
    ...options,
  };
  const keys: string[] = [];
  let puts = 0;
  const service = await startService({
    cors: { methods: ['POST'], headers: [], exposed: [] },
    respond(request, fault, take) {
      const refused = refusalOf(request, known);
      if (refused !== undefined) return refused;
      const body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(request.body)) as Put;
      if (body.StreamName !== known.streamName)
        return kinesisError(
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
        return kinesisError(400, 'UnknownOperationException', '');
      const wrong = wrongWith(body, fault);
      if (wrong !== undefined) return kinesisError(400, 'ValidationException', wrong);
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

/** An error in the format of Kinesis. */
export const kinesisError = (status: number, code: string, message: string): Answer =>
  answer(status, { __type: code, message });

const answer = (status: number, body: unknown): Answer => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.1' },
  body: JSON.stringify(body),
});

type Known = Required<Omit<AwsKinesisOptions, 'sessionToken'>> & Pick<AwsKinesisOptions, 'sessionToken'>;

function refusalOf(request: Received, known: Known): Answer | undefined {
  const { method, target, headers } = request;
  if (target !== '/' || method !== 'POST')
    return kinesisError(404, 'UnknownOperationException', `${method} ${target}`);
  const authorization = authorizationOf(headers['authorization']);
  if (authorization === undefined)
    return kinesisError(400, 'MissingAuthenticationTokenException', 'Missing Authentication Token');
  if (
    authorization.accessKeyId !== known.accessKeyId ||
    headers['x-amz-security-token'] !== known.sessionToken
  )
    return kinesisError(
      403,
      'UnrecognizedClientException',
      'The security token included in the request is invalid.',
    );
  if (authorization.region !== known.region || authorization.service !== 'kinesis')
    return kinesisError(
      403,
      'InvalidSignatureException',
      `Credential should be scoped to ${known.region}/kinesis`,
    );
  if (!['host', 'x-amz-date', 'x-amz-target'].every((name) => authorization.signedHeaders.includes(name)))
    return kinesisError(
      400,
      'IncompleteSignatureException',
      'host, x-amz-date and x-amz-target must be signed',
    );
  if (expectedSignature(request, authorization, known.secretAccessKey) !== authorization.signature)
    return kinesisError(
      403,
      'InvalidSignatureException',
      'The request signature we calculated does not match the signature you provided.',
    );
  if (headers['content-type'] !== 'application/x-amz-json-1.1')
    return kinesisError(400, 'SerializationException', `Content type is ${headers['content-type']}`);
  return undefined;
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

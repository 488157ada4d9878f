import { createHash } from 'node:crypto';
import { authorizationOf, expectedSignature } from './aws-signature.ts';
import { startService, type Answer, type Received, type Service } from './service.ts';

/** A bucket and the key that may use it. */
export interface S3Options {
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Objects in a page of a list. The service's own pages have 1,000: a test has fewer objects. */
const PAGE = 2;

/**
 * Starts a stand-in for a bucket: GetObject, PutObject with conditions, ListObjectsV2, addressed by path.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
 */
export function startS3({ bucket, region, accessKeyId, secretAccessKey }: S3Options): Promise<Service> {
  const objects = new Map<string, { readonly body: string; readonly etag: string }>();

  const refusal = (request: Received): Answer | undefined => {
    const authorization = authorizationOf(request.headers['authorization']);
    if (authorization === undefined) return error(403, 'AccessDenied', 'Access Denied');
    if (authorization.accessKeyId !== accessKeyId) return error(403, 'InvalidAccessKeyId', 'Unknown key');
    const hash = createHash('sha256').update(request.body).digest('hex');
    if (request.headers['x-amz-content-sha256'] !== hash)
      return error(400, 'XAmzContentSHA256Mismatch', 'The hash does not match');
    const isOfService = authorization.service === 's3' && authorization.region === region;
    return isOfService &&
      authorization.signature === expectedSignature(request, authorization, secretAccessKey)
      ? undefined
      : error(403, 'SignatureDoesNotMatch', 'The signature does not match');
  };

  const put = (key: string, { body, headers }: Received): Answer => {
    const found = objects.get(key);
    const { 'if-match': match, 'if-none-match': none } = headers;
    if (match !== undefined && found === undefined) return error(404, 'NoSuchKey', 'The key does not exist.');
    if ((match !== undefined && match !== found?.etag) || (none === '*' && found !== undefined))
      return error(
        412,
        'PreconditionFailed',
        'At least one of the pre-conditions you specified did not hold',
      );
    const etag = `"${createHash('md5').update(body).digest('hex')}"`;
    objects.set(key, { body: body.toString('utf8'), etag });
    return { status: 200, headers: { etag } };
  };

  const list = ({ query }: Received): Answer => {
    const { prefix = '', 'continuation-token': after = '' } = query;
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, PAGE);
    const next = keys.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
    return { status: 200, body: `<ListBucketResult>${contents}${next}</ListBucketResult>` };
  };

  return startService({
    cors: { methods: [], headers: [], exposed: [] },
    respond(request, fault) {
      const refused = refusal(request);
      if (refused !== undefined) return refused;
      const [, name, key = ''] = /^\/([^/]*)\/(.*)$/.exec(request.path) ?? [];
      if (name !== bucket) return error(404, 'NoSuchBucket', 'The specified bucket does not exist');
      if (request.method === 'PUT') return put(key, request);
      if (request.method !== 'GET') fault(`${request.method} is not used`);
      if (key === '') return list(request);
      const found = objects.get(key);
      if (found === undefined) return error(404, 'NoSuchKey', 'The specified key does not exist.');
      return { status: 200, headers: { etag: found.etag }, body: found.body };
    },
  });
}

const error = (status: number, code: string, message: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
});

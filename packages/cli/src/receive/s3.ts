import { createHash } from 'node:crypto';
import { linesIn, respond, type Reply, type Service } from './services.ts';

/** Objects of text, also compressed, which has been undone. */
const TEXT = /\.(?:ndjson|jsonl|csv|tsv|txt|log)(?:\.gz)?$/;

/** S3's PutObject and HeadBucket, with any credentials and bucket. https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html */
export const s3: Service = {
  name: 's3',
  matches: ({ headers }) => /\/s3\/aws4_request/.test(headers['authorization'] ?? ''),
  reply({ method, path, query, body }) {
    if (method === 'HEAD') return respond(200, 'application/xml', '');
    if (query.has('uploads') || query.has('uploadId'))
      return failure(
        501,
        'NotImplemented',
        'Uploads in parts are not supported. Choose a smaller object size',
      );
    if (method !== 'PUT')
      return failure(405, 'MethodNotAllowed', 'Only PutObject and HeadBucket are supported');
    if (!TEXT.test(path))
      return failure(501, 'NotImplemented', 'Only objects of lines of text are supported');
    const etag = `"${createHash('md5').update(body).digest('hex')}"`;
    return { ...respond(200, 'application/xml', ''), headers: { etag }, ...linesIn(body) };
  },
};

const failure = (status: number, code: string, message: string): Reply =>
  respond(status, 'application/xml', `<Error><Code>${code}</Code><Message>${message}</Message></Error>`);

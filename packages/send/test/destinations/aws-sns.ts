import { snsError } from '../../../../test/services/aws-sns.ts';

export const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
export const SESSION = 'FwoGZXIvYXdzEPT//session/token==';
export const TOPIC = 'arn:aws:sns:us-east-1:123456789012:events';
const CODES: Readonly<Record<number, string>> = {
  400: 'InvalidParameter',
  401: 'InvalidClientTokenId',
  403: 'AuthorizationError',
  404: 'NotFound',
  408: 'ServiceUnavailable',
  413: 'RequestEntityTooLarge',
  429: 'Throttled',
  500: 'InternalError',
  501: 'ValidationException',
  502: 'InternalFailure',
  503: 'ServiceUnavailable',
  504: 'InternalError',
};

/** Settings that the stand-in at `url` accepts. */
export const settings = (url: string) => ({
  region: 'us-east-1',
  topicArn: TOPIC,
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: SECRET,
  snsOptions: JSON.stringify({ endpoint: url }),
});
/** An error of SNS with this status. */
export const refusal = (status: number, words: string) => snsError(status, CODES[status] ?? '', words);
/** A response to `Publish`. */
export const published = (inner: string) => ({
  status: 200,
  body: `<PublishResponse><PublishResult>${inner}</PublishResult></PublishResponse>`,
});
/** A successful entry of a `PublishBatch`. */
export const entry = (id: unknown, message = 'a-message') =>
  `<member><Id>${String(id)}</Id><MessageId>${message}</MessageId></member>`;
/** A failed entry of a `PublishBatch`. */
export const failure = (id: unknown, code: string) =>
  `<member><Id>${String(id)}</Id><Code>${code}</Code><SenderFault>true</SenderFault></member>`;
/** A response to `PublishBatch`. */
export const batchPublished = (successful: readonly string[], failed: readonly string[] = []) => ({
  status: 200,
  body: `<PublishBatchResponse><PublishBatchResult><Successful>${successful.join('')}</Successful><Failed>${failed.join('')}</Failed></PublishBatchResult></PublishBatchResponse>`,
});

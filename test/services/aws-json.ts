import { authorizationOf, expectedSignature } from './aws-signature.ts';
import type { Answer, Received } from './service.ts';

/** Credentials that a stand-in knows. */
export interface AwsJsonKeys {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** AWS's own examples. */
export const EXAMPLE_KEYS: Omit<AwsJsonKeys, 'sessionToken'> = {
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};

/** An error in the format of services with JSON. */
export const awsJsonError = (status: number, code: string, message: string): Answer =>
  awsJsonAnswer(status, { __type: code, message });

/** A response with this body. */
export const awsJsonAnswer = (status: number, body: unknown): Answer => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.1' },
  body: JSON.stringify(body),
});

/** Why a request would be refused before it is read; undefined if it would not. @param type its content type */
export function awsJsonRefusal(
  request: Received,
  service: string,
  type: string,
  known: AwsJsonKeys,
): Answer | undefined {
  const { method, target, headers } = request;
  if (target !== '/' || method !== 'POST')
    return awsJsonError(404, 'UnknownOperationException', `${method} ${target}`);
  const authorization = authorizationOf(headers['authorization']);
  if (authorization === undefined)
    return awsJsonError(400, 'MissingAuthenticationTokenException', 'Missing Authentication Token');
  if (
    authorization.accessKeyId !== known.accessKeyId ||
    headers['x-amz-security-token'] !== known.sessionToken
  )
    return awsJsonError(
      403,
      'UnrecognizedClientException',
      'The security token included in the request is invalid.',
    );
  if (authorization.region !== known.region || authorization.service !== service)
    return awsJsonError(
      403,
      'InvalidSignatureException',
      `Credential should be scoped to ${known.region}/${service}`,
    );
  if (!['host', 'x-amz-date', 'x-amz-target'].every((name) => authorization.signedHeaders.includes(name)))
    return awsJsonError(
      400,
      'IncompleteSignatureException',
      'host, x-amz-date and x-amz-target must be signed',
    );
  if (expectedSignature(request, authorization, known.secretAccessKey) !== authorization.signature)
    return awsJsonError(
      403,
      'InvalidSignatureException',
      'The request signature we calculated does not match the signature you provided.',
    );
  if (headers['content-type'] !== type)
    return awsJsonError(400, 'SerializationException', `Content type is ${headers['content-type']}`);
  return undefined;
}

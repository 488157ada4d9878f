import * as z from 'zod/mini';
import { atAddress, sendingBy, trimSlashes } from './http-address.ts';
import { awsKeySettings, regionCheck } from './aws-settings.ts';
import type { Destination } from './destination.ts';
import { objectFormatProblem, objectLimits, objectShape, routedPrefix } from './object-settings.ts';
import { choiceSetting, optionalTextSetting, textSetting, optionalAddressSetting } from './setting.ts';

const shape = {
  bucket: textSetting(
    { label: 'Bucket', help: 'Name of the bucket, which must exist.', example: 'events' },
    z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/, 'Must be the name of a bucket such as my-events'),
  ),
  region: optionalTextSetting(
    {
      label: 'Region',
      help: 'Region of the bucket. Default: us-east-1. For R2 and Google: auto.',
      example: 'eu-central-1',
    },
    regionCheck,
  ),
  endpoint: optionalAddressSetting({
    label: 'Endpoint',
    help: 'Address of another service that speaks S3, without the bucket: R2, MinIO, or https://storage.googleapis.com with an HMAC key. Default: AWS.',
    example: 'https://minio.example.com:9000',
  }),
  addressing: choiceSetting({
    label: 'Addressing',
    help: 'Where the bucket stands. auto: in the path with an endpoint, else in the host name.',
    choices: { auto: 'Automatic', host: 'In the host name', path: 'In the path' },
  }),
  ...awsKeySettings('put objects'),
  ...objectShape,
};

const config = z.object(shape);
type Config = z.output<typeof config>;

/** The same as they are given: those with a default may be left out. */
export type S3Settings = z.input<typeof config>;

const DEFAULT_REGION = 'us-east-1';

const targetOf = (settings: Config) => ({ ...settings, region: settings.region ?? DEFAULT_REGION });

/** The address of the bucket, without a trailing slash. A certificate would not cover dots in a host name. */
export function bucketAddress({
  bucket,
  region = DEFAULT_REGION,
  endpoint,
  addressing,
}: Pick<Config, 'bucket' | 'region' | 'endpoint' | 'addressing'>): string {
  const service = trimSlashes(
    endpoint ?? `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`,
  );
  const isPath =
    addressing === 'path' || (addressing === 'auto' && (endpoint !== undefined || bucket.includes('.')));
  return isPath ? `${service}/${bucket}` : service.replace('://', `://${bucket}.`);
}

/** Amazon S3, and services that speak its protocol. https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html */
export const s3: Destination<Config> = {
  name: 'S3',
  command: 's3',
  title: 'S3',
  kind: 'Object storage',
  searchWords: 'bucket amazon csv parquet',
  summary: 'Store events as objects in S3, R2, MinIO or Google Cloud Storage.',
  acknowledgement: 'A 200 with the `ETag` of the object that has it, and no error.',
  call: 'PutObject',
  corsSetting:
    'Add a CORS rule to the bucket that allows your origin, the methods PUT, POST, HEAD and DELETE, and all headers, and exposes ETag.',
  docs: 'https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html',
  config,
  limits: (settings, format) => ({
    ...objectLimits(settings, format),
    source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html',
  }),
  formats: ['lines', 'records', 'array', 'file'],
  formatProblem: objectFormatProblem,
  ...atAddress<Config>('endpoint', bucketAddress),
  credentialScope(settings) {
    const { origin } = new URL(bucketAddress(settings));
    // Hosts of AWS contain the region; others may not.
    return settings.endpoint === undefined ? origin : `${origin} in ${settings.region ?? DEFAULT_REGION}`;
  },
  ...sendingBy(() => import('./s3-connection.ts'), bucketAddress, targetOf),
};

/** S3 with prefixes that follow from the events. */
export const s3WithRoutes: Destination<Config> = {
  ...s3,
  config: z.object({ ...shape, prefix: routedPrefix }),
};

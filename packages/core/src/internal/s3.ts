export { keyPath } from '../destinations/rolling.ts';
export { bucketAddress } from '../destinations/s3.ts';
export { errorOf, isStored } from '../destinations/s3-answers.ts';
export type { S3Credentials } from '../destinations/s3-requests.ts';
export { elementIn } from '../destinations/xml.ts';

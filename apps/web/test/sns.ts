import type { Query } from './page.ts';

/** A link to a topic. */
export const SNS: Query = {
  generatorName: 'AWSSNS',
  region: 'us-east-1',
  topicArn: 'arn:aws:sns:us-east-1:123456789012:events',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};

/** Message for a code that SNS does not document. */
export const UNKNOWN = 'SNS does not document this error';

import { awsKinesis } from './aws-kinesis.ts';
import { brokerSuite } from './suite.ts';

brokerSuite([awsKinesis]);

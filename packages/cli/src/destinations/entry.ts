// The destinations that need Node. Programs import them as `catbird/destinations`, for `stream` of @catbird/core.
export { awsEventBridge } from '../systems/aws/eventbridge.ts';
export { awsFirehose } from '../systems/aws/firehose.ts';
export { awsKinesis } from '../systems/aws/kinesis.ts';
export { clickhouse } from '../systems/clickhouse/destination.ts';
export { confluentCloudKafka } from '../systems/confluent-cloud/destination.ts';
export { datadog } from '../systems/datadog/destination.ts';
export { file } from './file.ts';
export { kafka } from '../systems/kafka/destination.ts';
export { mqtt } from '../systems/mqtt/destination.ts';
export { mysql } from '../systems/mysql/destination.ts';
export { nats } from '../systems/nats/destination.ts';
export { postgres } from '../systems/postgres/destination.ts';
export { rabbitmq } from '../systems/rabbitmq/destination.ts';
export { redis } from '../systems/redis/destination.ts';
export { serve } from './serve.ts';
export { socket } from './socket.ts';

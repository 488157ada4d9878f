// The destinations that need Node. Programs import them as `catbird/destinations`, for `stream` of @catbird/core.
export { awsEventBridge } from './aws-eventbridge.ts';
export { awsFirehose } from './aws-firehose.ts';
export { awsKinesis } from './aws-kinesis.ts';
export { clickhouse } from './clickhouse.ts';
export { confluentCloudKafka } from './confluent-cloud-kafka.ts';
export { datadog } from './datadog.ts';
export { file } from './file.ts';
export { kafka } from './kafka.ts';
export { mqtt } from './mqtt.ts';
export { mysql } from './mysql.ts';
export { nats } from './nats.ts';
export { postgres } from './postgres.ts';
export { rabbitmq } from './rabbitmq.ts';
export { redis } from './redis.ts';
export { serve } from './serve.ts';
export { socket } from './socket.ts';

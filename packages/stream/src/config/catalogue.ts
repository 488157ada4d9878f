import type { ConfigDestination } from './spec.ts';

/** The destinations that a config may name, as one of the faces knows them. */
export interface Catalogue<Known extends ConfigDestination> {
  readonly destinations: readonly Known[];
  /** The names of a destination's settings. Undefined: not known here, so that all are accepted. */
  settingNames(destination: Known): readonly string[] | undefined;
  /** Settings from elsewhere, such as the environment. Those of the config replace them. */
  settingsOf?(destination: Known): Readonly<Record<string, unknown>>;
}

/** A destination of the command line that needs Node. */
export interface NodeDestination extends ConfigDestination {
  readonly title: string;
}

/** The destinations of the command line that a browser lacks, so that a page can say so. In the order of help and messages. */
export const NODE_DESTINATIONS: readonly NodeDestination[] = [
  { name: 'File', command: 'file', title: 'File' },
  { name: 'Datadog', command: 'datadog', title: 'Datadog Logs' },
  { name: 'AWSKinesis', command: 'aws-kinesis', title: 'AWS Kinesis' },
  { name: 'AWSFirehose', command: 'aws-firehose', title: 'AWS Firehose' },
  { name: 'AWSEventBridge', command: 'aws-eventbridge', title: 'AWS EventBridge' },
  { name: 'ConfluentCloudKafka', command: 'confluent-cloud-kafka', title: 'Confluent Cloud Kafka' },
  { name: 'Kafka', command: 'kafka', title: 'Kafka' },
  { name: 'RabbitMQ', command: 'rabbitmq', title: 'RabbitMQ' },
  { name: 'NATS', command: 'nats', title: 'NATS' },
  { name: 'MQTT', command: 'mqtt', title: 'MQTT 5' },
  { name: 'Redis', command: 'redis', title: 'Redis Streams' },
  { name: 'ClickHouse', command: 'clickhouse', title: 'ClickHouse' },
  { name: 'Postgres', command: 'postgres', title: 'Postgres' },
  { name: 'MySQL', command: 'mysql', title: 'MySQL and MariaDB' },
  { name: 'Serve', command: 'serve', title: 'Server of events' },
  { name: 'Socket', command: 'socket', title: 'Socket' },
];

/** The first destinations in help and messages. */
const FIRST = ['log', 'file', 'http'];

/** Other destinations of a browser come before those that need Node. */
function rank({ command }: ConfigDestination): number {
  if (FIRST.includes(command)) return FIRST.indexOf(command);
  return FIRST.length + 1 + NODE_DESTINATIONS.findIndex((each) => each.command === command);
}

/** Destinations in the order of help and messages. */
export const inOrder = <Known extends ConfigDestination>(destinations: readonly Known[]): readonly Known[] =>
  destinations.toSorted((a, b) => rank(a) - rank(b));

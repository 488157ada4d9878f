import type { Incident, IncidentStream } from '@catbird/engine';
import type { StreamKeys } from './keys.ts';
import type { Origin } from './yaml-places.ts';

/** A destination, by its `name` or its `command`. */
export interface ConfigDestination {
  readonly name: string;
  readonly command: string;
}

/**
 * Where a schema comes from: a file (`-`: stdin), a template, a text in a config file of a folder, an entity whose table it is, or the file of
 * a recording whose rows are replayed.
 */
export type SchemaSource =
  | { readonly entity: string }
  | { readonly replay: string }
  | { readonly file: string }
  | { readonly template: string }
  | TextSource;

/** A part of a config as a text of its own. */
export interface TextSource {
  readonly text: string;
  readonly name: string;
  /** The folder of the files that it names. */
  readonly folder: string;
  readonly origin?: Origin;
}

/** Where shared entities come from: a file, or a text in a config file of a folder. */
export type EntitiesSource = { readonly file: string } | TextSource;

/** The incidents of a config, for one of its streams. */
export interface StreamIncidents extends IncidentStream {
  readonly all: readonly Incident[];
}

/** A stream as a config describes it, before it is checked. */
export interface ConfigStream<Known extends ConfigDestination = ConfigDestination> {
  /** Its name, if there are several streams. */
  readonly name?: string;
  /** The names of streams that have to end before this one starts. */
  readonly startAfter?: readonly string[];
  readonly destination: Known;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly source: SchemaSource;
  /** Absent: the config has none. */
  readonly incidents?: StreamIncidents | undefined;
  readonly options: StreamKeys;
  /** A setting's name where the person gave it: `settings.apiKey`. */
  readonly nameOf: (setting: string) => string;
  /** An option's name where the person gave it: `streams.orders.eps`, or `eps` for all streams of a config. */
  readonly optionOf: (option: string) => string;
}

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
  /** What people search for who want it, besides its title. */
  readonly searchWords: string;
  /** Options of an example, with all that it requires but secrets. */
  readonly example: string;
}

const AWS = '--region us-east-1 --access-key-id AKIAIOSFODNN7EXAMPLE';

const CONFLUENT = '--rest-endpoint https://pkc-abcde.us-west4.gcp.confluent.cloud:443 --cluster-id lkc-vo9pz';

const node = (
  name: string,
  command: string,
  title: string,
  example: string,
  searchWords: string,
): NodeDestination => ({ name, command, title, example, searchWords });

/** The destinations of the command line that a browser lacks, so that a page can say so. In the order of help and messages. */
export const NODE_DESTINATIONS: readonly NodeDestination[] = [
  node('File', 'file', 'File', '--path events.ndjson', 'csv parquet avro json disk'),
  node('Datadog', 'datadog', 'Datadog Logs', '', 'logs'),
  node('AWSKinesis', 'aws-kinesis', 'AWS Kinesis', `${AWS} --stream-name events`, 'queue amazon'),
  node('AWSFirehose', 'aws-firehose', 'AWS Firehose', `${AWS} --stream-name events`, 'amazon'),
  node(
    'AWSEventBridge',
    'aws-eventbridge',
    'AWS EventBridge',
    `${AWS} --source com.example.orders --detail-type order`,
    'amazon',
  ),
  node(
    'ConfluentCloudKafka',
    'confluent-cloud-kafka',
    'Confluent Cloud Kafka',
    `${CONFLUENT} --topic events --api-key KEY`,
    'kafka topic queue',
  ),
  node('Kafka', 'kafka', 'Kafka', '--brokers localhost:9092 --topic events', 'redpanda event hubs queue'),
  node('RabbitMQ', 'rabbitmq', 'RabbitMQ', '--url amqp://localhost', 'queue amqp'),
  node('NATS', 'nats', 'NATS', '--url nats://localhost:4222 --subject events.web', 'queue jetstream'),
  node('MQTT', 'mqtt', 'MQTT 5', '--url mqtt://localhost:1883 --topic events/web', 'queue iot'),
  node('Redis', 'redis', 'Redis Streams', '--url redis://localhost:6379 --stream events', 'queue stream'),
  node(
    'ClickHouse',
    'clickhouse',
    'ClickHouse',
    '--url http://localhost:8123 --table events',
    'sql database',
  ),
  node(
    'Postgres',
    'postgres',
    'Postgres',
    '--url postgres://localhost:5432/shop --table public.events',
    'sql database timescale',
  ),
  node(
    'MySQL',
    'mysql',
    'MySQL and MariaDB',
    '--url mysql://localhost:3306/shop --table events',
    'sql database',
  ),
  node('Serve', 'serve', 'Server of events', '', 'front end sse websocket'),
  node('Socket', 'socket', 'Socket', '--url tcp://localhost:514', 'tcp udp unix syslog'),
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

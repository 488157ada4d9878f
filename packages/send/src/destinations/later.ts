import { azureBlob, type AzureBlobSettings } from './azure-blob.ts';
import { awsSqs, type SqsSettings } from './aws-sqs.ts';
import type { Destination } from './destination.ts';
import { elasticsearch, type ElasticsearchSettings } from './elasticsearch.ts';
import { gcpPubSub, type PubSubSettings } from './gcp-pubsub.ts';
import { kafkaRest, type KafkaRestSettings } from './kafka-rest.ts';
import { loki, type LokiSettings } from './loki.ts';
import { otlp, type OtlpSettings } from './otlp.ts';
import { s3, type S3Settings } from './s3.ts';
import { splunk, type SplunkSettings } from './splunk.ts';

/** Destinations that work in a browser, too, and that the page loads when they are wanted. In the order of the page. */
export const laterDestinations: readonly Destination[] = [
  elasticsearch,
  splunk,
  loki,
  s3,
  azureBlob,
  otlp,
  awsSqs,
  gcpPubSub,
  kafkaRest,
];

/** The settings of each, by its name. */
export interface LaterSettings {
  readonly elasticsearch: ElasticsearchSettings;
  readonly splunk: SplunkSettings;
  readonly loki: LokiSettings;
  readonly s3: S3Settings;
  readonly 'azure-blob': AzureBlobSettings;
  readonly otlp: OtlpSettings;
  readonly 'aws-sqs': SqsSettings;
  readonly 'gcp-pubsub': PubSubSettings;
  readonly 'kafka-rest': KafkaRestSettings;
}

import { azureBlob } from './azure-blob.ts';
import { awsSqs } from './aws-sqs.ts';
import type { Destination } from './destination.ts';
import { elasticsearch } from './elasticsearch.ts';
import { gcpPubSub } from './gcp-pubsub.ts';
import { kafkaRest } from './kafka-rest.ts';
import { loki } from './loki.ts';
import { otlp } from './otlp.ts';
import { s3 } from './s3.ts';
import { splunk } from './splunk.ts';

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

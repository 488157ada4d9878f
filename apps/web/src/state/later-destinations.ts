import { laterDestinations, type Destination } from '@catbird/send';

/** Destinations of one kind of service. */
export interface DestinationGroup {
  readonly title: string;
  readonly destinations: readonly Destination[];
}

/** Names of destinations by the kind of service, in the order of the page. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  'Search and logs': ['Elasticsearch', 'Splunk', 'Loki', 'OTLP'],
  'Queues and streams': ['AWSSQS', 'GCPPubSub', 'KafkaREST'],
  'Object storage': ['S3', 'AzureBlob'],
};

/** The destinations that load later, by the kind of service. */
export const laterGroups: readonly DestinationGroup[] = Object.entries(KINDS).map(([title, names]) => ({
  title,
  destinations: laterDestinations.filter(({ name }) => names.includes(name)),
}));

import { laterDestinations, type Destination } from '@catbird/core/internal/destinations';

/** Destinations of one kind of service. */
export interface DestinationGroup {
  readonly title: string;
  readonly destinations: readonly Destination[];
}

/** Names of destinations by the kind of service, in the order of the page. Others come last. */
const KINDS: readonly (readonly [title: string, names: readonly string[]])[] = [
  ['Search and logs', ['Elasticsearch', 'Splunk', 'Loki', 'OTLP']],
  ['Object storage', ['S3', 'AzureBlob']],
];

const OTHERS = 'Queues and others';

const kindOf = ({ name }: Destination): string =>
  KINDS.find(([, names]) => names.includes(name))?.[0] ?? OTHERS;

/** The destinations that load later, by the kind of service. */
export const laterGroups: readonly DestinationGroup[] = [...KINDS.map(([title]) => title), OTHERS]
  .map((title) => ({ title, destinations: laterDestinations.filter((each) => kindOf(each) === title) }))
  .filter(({ destinations }) => destinations.length > 0);

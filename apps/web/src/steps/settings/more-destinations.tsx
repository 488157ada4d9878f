import { useState, type ReactNode } from 'react';
import { laterGroups } from '../../state/destinations.ts';
import type { DestinationGroup } from '../../state/later-destinations.ts';
import { Field, TextInput, type Card } from '../../ui/index.ts';
import { cardOf } from './destination-card.ts';

/** Destinations by the kind of service, with a search. What a browser can't reach is named with its command. Loaded when it is unfolded. */
export function MoreDestinations({ show }: { readonly show: (cards: readonly Card[]) => ReactNode }) {
  const [search, setSearch] = useState('');
  const found = foundIn(laterGroups(), search);
  return (
    <>
      <Field label="Search">
        {(control) => (
          <TextInput {...control} value={search} placeholder="bucket, logs, queue" onValue={setSearch} />
        )}
      </Field>
      {found.map(({ title, destinations }) => (
        <fieldset key={title}>
          <legend className="label">{title}</legend>
          {show(destinations.map(cardOf))}
        </fieldset>
      ))}
      <Elsewhere search={search} hasFound={found.length > 0} />
    </>
  );
}

/** Words that people search for, besides names and summaries. */
const WORDS: Readonly<Record<string, string>> = {
  S3: 'bucket amazon',
  AzureBlob: 'bucket microsoft',
  OTLP: 'traces logs',
  AWSSQS: 'amazon',
};

/** What a browser can't reach, by the words that people search for. */
export const IN_TERMINAL = [
  ['Kafka', 'kafka', 'redpanda event hubs'],
  ['Confluent Cloud', 'confluent-cloud-kafka', 'topic'],
  ['Postgres', 'postgres', 'sql database timescale'],
  ['MySQL', 'mysql', 'sql database mariadb'],
  ['ClickHouse', 'clickhouse', 'sql database'],
  ['RabbitMQ', 'rabbitmq', 'queue amqp'],
  ['NATS', 'nats', 'queue jetstream'],
  ['MQTT', 'mqtt', 'queue iot'],
  ['Redis', 'redis', 'queue stream'],
  ['Kinesis', 'aws-kinesis', 'queue amazon'],
  ['Firehose', 'aws-firehose', 'amazon'],
  ['EventBridge', 'aws-eventbridge', 'amazon'],
  ['Datadog', 'datadog', 'logs'],
  ['sockets', 'socket', 'tcp udp unix syslog'],
  ['a file', 'file', 'csv parquet avro disk'],
  ['a server for front ends', 'serve', 'sse websocket'],
] as const;

/** Destinations of the command line, and what to do for all others. */
function Elsewhere({ search, hasFound }: { readonly search: string; readonly hasFound: boolean }) {
  const named = IN_TERMINAL.filter((words) => hasWords(words.join(' '), search));
  if (named.length === 0)
    return hasFound ? null : (
      <p className="hint">No destination has this name. HTTP reaches most services that take a POST.</p>
    );
  return (
    <p className="hint">
      From the command line: {named.map(([name]) => name).join(', ')}.{' '}
      {named.length === 1 && <code>catbird {named[0]?.[1]} --help</code>}
    </p>
  );
}

const hasWords = (text: string, search: string): boolean =>
  search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word));

const foundIn = (groups: readonly DestinationGroup[], search: string): readonly DestinationGroup[] =>
  groups
    .map(({ title, destinations }) => ({
      title,
      destinations: destinations.filter(({ name, summary, command, ...each }) =>
        hasWords([title, each.title, name, summary, command, WORDS[name]].join(' '), search),
      ),
    }))
    .filter(({ destinations }) => destinations.length > 0);

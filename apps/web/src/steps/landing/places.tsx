/** All destinations, by what they are. A test compares them with those of the command line. */
export const PLACES = [
  [
    'Queues and streams',
    'Kafka, Confluent Cloud, Redpanda, Event Hubs, Kafka REST, RabbitMQ, NATS, MQTT, Redis, Ably',
  ],
  ['Databases', 'Tinybird, ClickHouse, Postgres, MySQL, Elasticsearch, OpenSearch'],
  [
    'Cloud',
    'AWS SNS, SQS, Kinesis, Firehose, EventBridge, Google Pub/Sub, S3, R2, Azure Blob, Google Cloud Storage',
  ],
  [
    'Logs, and anywhere else',
    'HTTP, OpenTelemetry, Splunk, Loki, Datadog, sockets, a server for front ends, files, this page',
  ],
] as const;

/** Where events can go. */
export const Places = () => (
  <dl className="places" aria-label="Destinations">
    {PLACES.map(([kind, places]) => (
      <div key={kind}>
        <dt>{kind}</dt>
        <dd>{places}</dd>
      </div>
    ))}
  </dl>
);

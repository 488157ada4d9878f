/** How events get to services that have no destination of their own, as sentences. By the words that name a service. */
const SERVICES: ReadonlyMap<string, string> = new Map(
  (
    [
      [
        ['bigquery'],
        `BigQuery takes rows over HTTP: catbird http --url https://bigquery.googleapis.com/bigquery/v2/projects/PROJECT/datasets/DATASET/tables/TABLE/insertAll --row '{"json":{{row}}}' --body '{"rows":[{{rows}}]}', with CATBIRD_HTTP_BEARER_TOKEN.`,
      ],
      [
        ['eventhubs', 'event-hubs', 'azure-event-hubs'],
        'Azure Event Hubs speaks the protocol of Kafka: catbird kafka --preset event-hubs.',
      ],
      [
        ['pulsar'],
        'Pulsar takes events as kafka, mqtt or rabbitmq if its brokers have the handler of that protocol.',
      ],
      [
        ['mongodb', 'mongo', 'documentdb'],
        'Pipe events into its tool: catbird log --limit 1000 | mongoimport --db test --collection events.',
      ],
      [
        ['snowflake'],
        'Write a file with catbird file and load it with PUT and COPY INTO, or send to aws-firehose, which can deliver to Snowflake.',
      ],
      [['prometheus'], 'Prometheus stores metrics and no events. For logs, there is loki.'],
      [
        ['influxdb', 'influx', 'dynamodb', 'cassandra', 'cosmosdb'],
        'Write a file with catbird file, and load it with the tool of the database.',
      ],
    ] as const
  ).flatMap(([words, advice]) => words.map((word) => [word, advice] as const)),
);

/** What to do to send to a service that is no destination; undefined if the word names none that is known. */
export function serviceAdvice(word: string): string | undefined {
  const advice = SERVICES.get(word.toLowerCase());
  return advice === undefined
    ? undefined
    : `${advice} Any service with an HTTP API works with catbird http, whose --row and --body put events into its form.`;
}

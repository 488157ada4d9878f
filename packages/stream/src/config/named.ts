import {
  invalid,
  type Invalid,
  type Result,
  suggestion,
  findTemplate,
  templates,
  type Template,
} from '@catbird/engine';

/** The template of a name, in upper or lower case. */
export function templateNamed(name: string): Result<{ readonly template: Template }> {
  const names = templates.map((each) => each.name);
  const alike = names.find((each) => each.toLowerCase() === name.toLowerCase());
  const template = findTemplate(alike ?? name);
  if (template !== undefined) return { ok: true, template };
  const near = suggestion(name, names) ?? oneWith(name, names);
  const hint = near === undefined ? `Valid templates: ${names.join(', ')}` : `Did you mean "${near}"?`;
  return invalid(`Unknown template "${name}". ${hint}`);
}

/** Words for destinations and commands, besides their names. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['stdout', 'log'],
  ['console', 'log'],
  ['terminal', 'log'],
  ['print', 'log'],
  ['disk', 'file'],
  ['webhook', 'http'],
  ['rest', 'http'],
  ['opensearch', 'elasticsearch'],
  ['redpanda', 'kafka'],
  ['mariadb', 'mysql'],
  ['amqp', 'rabbitmq'],
  ['generate', 'sample'],
  ['preview', 'sample'],
  ['start', 'run'],
]);

/** The destination or command that a word may mean: `log` for `stdout`, `aws-kinesis` for `kinesis`. @param commands the names that it may have */
export function commandMeant(word: string, commands: readonly string[]): string | undefined {
  const meant = WORDS.get(word.toLowerCase());
  return meant !== undefined && commands.includes(meant)
    ? meant
    : (suggestion(word, commands) ?? oneWith(word, commands));
}

/** The only name that contains a text of at least three characters, in upper or lower case. */
function oneWith(text: string, names: readonly string[]): string | undefined {
  const part = text.trim().toLowerCase();
  const found = names.filter((each) => each.toLowerCase().includes(part));
  return part.length >= 3 && found.length === 1 ? found[0] : undefined;
}

/** A config has no entity of this name. @param names of those that it has */
export function unknownEntity(name: string, names: readonly string[]): Invalid {
  const near = suggestion(name, names);
  const valid = names.length === 0 ? 'The config has no entities' : `Entities: ${names.join(', ')}`;
  const hint = near === undefined ? valid : `Did you mean ${near}?`;
  return invalid(`Unknown entity ${name}. ${hint}`);
}

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

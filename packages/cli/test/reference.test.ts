import { type Destination, environmentName, flagName, type Setting, settingsOf } from '@catbird/send';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { expect, test } from 'vitest';
import { destinations } from '../src/destinations/list.ts';

const PAGE = fileURLToPath(new URL('../../../docs/destinations.md', import.meta.url));

function settingLine(destination: Destination, setting: Setting): string {
  const { name, label, help, required, when, choices, example, secret } = setting;
  const condition = Object.entries(when ?? {}).map(
    ([other, value]) => `with \`--${flagName(other)} ${value}\``,
  );
  const traits = [
    ...(required ? [['required', ...condition].join(' ')] : condition),
    ...(secret ? ['secret'] : []),
    ...(setting.default === undefined ? [] : [`default \`${setting.default}\``]),
  ];
  return [
    `- \`--${flagName(name)}\`, \`${environmentName(destination, name)}\`: **${label}**`,
    traits.length === 0 ? '.' : ` (${traits.join(', ')}).`,
    // Braces outside of code would be an expression of the site's templates.
    help === undefined ? '' : ` ${help.replaceAll(/\{\{\w+\}\}/g, '`$&`')}`,
    choices.length === 0 ? '' : ` One of ${choices.map(({ value }) => `\`${value}\``).join(', ')}.`,
    example === undefined ? '' : ` Example: \`${example}\``,
  ].join('');
}

/** The rules that all destinations share. */
const ACCEPTANCE = [
  '## What counts as accepted',
  'An event counts as accepted, and as sent, once the service confirms it. Each destination below says what confirms an event.',
  'A successful response that confirms nothing (empty, cut off, contradictory, or in another format) is a failure. The error quotes its first 200 characters. If it confirms some of the events, those are accepted and the others fail. Unconfirmed events are not retried, because they may have been stored. The run then stops by default; with `--on-failure continue` it goes on with the next events. If you restart the stream with `--state`, it sends the unconfirmed events again.',
  'Failed events are **uncertain** if they may have been stored:',
  [
    '- The request timed out, or the connection was lost after the request went out.',
    '- The service or a gateway returned 500, 502, 504 or another 5xx, except 501 and 503.',
    '- The response did not confirm them.',
    '- MySQL or MariaDB refused a statement for a table whose engine has no transactions: the events before the bad one were stored.',
    '- Tinybird returned 422, or ClickHouse reported a failed materialized view: some of the events were written.',
    '- Loki returned 400 to several events, or limited the rate of a stream; or Splunk was busy after it had read some events.',
  ].join('\n'),
  'A rejection is certain: after 429, 503 or another 4xx, the events were not stored. The same is true if the connection could not be opened. If any attempt at an event was uncertain, the event stays uncertain.',
];

/** What may follow from each event. */
const ROUTES = [
  '## Routes, headers and times',
  "On the command line and in the library, and in the page for all destinations but HTTP, `{{field}}` stands for a value of the event in a topic, subject, routing key, Redis stream, table, index, folder or HTTP address: `--topic 'devices/{{device_id}}/telemetry'`. The field may be hidden, and `{{user.id}}` reads a nested one. Values that are no text stand as JSON.",
  [
    '- **An event without a valid route is rejected** before anything is sent: if a value is null, missing or empty, or cannot be a part of the name, such as `+` in an MQTT topic or a space in a NATS subject. Such an event ends the stream with the reason, or with `--on-failure continue` counts as rejected. The same is true if the service does not know the topic, path or table that the route names. If anything else is missing, such as the bucket or the host, the stream ends.',
    '- **Separators in a value keep their meaning**: `a/b` is two levels of an MQTT topic, and `a.b` two words of a NATS subject or a routing key. In an HTTP address, values are percent-encoded and stand in the path or the query, never in the host. In Postgres and MySQL, a value must not have a dot, which would choose another schema or database.',
    '- **One request, one route** with HTTP, S3, Azure Blob Storage, ClickHouse, Postgres, MySQL and Confluent Cloud: events of many routes make many small requests. The other services get events of all routes together.',
  ].join('\n'),
  '`--header NAME=VALUE`, as often as needed, or the setting `headers` adds headers to messages of Kafka, RabbitMQ and NATS, user properties to those of MQTT, and headers to HTTP requests with `--format single`. `--labels` does the same for Loki’s labels. Values may have `{{field}}`; a header whose field is null or missing is left out. Headers with values that the protocol does not allow, such as line breaks, make an event invalid like a route.',
  '`--record-time event`, the default, gives records of Kafka and Confluent Cloud, messages of RabbitMQ, and events of Splunk, Loki and Datadog the event time if times are computed, as with `--from` or `--rate`, else the time at which they are sent. It includes the delay of late events. RabbitMQ stores whole seconds. Loki’s nanoseconds end in the number of the event, as it keeps only one of equal lines with the same time; by default, it rejects lines older than a week. Datadog accepts events of the last 18 hours. Kafka deletes records by this time: events older than the retention of a topic disappear soon after they arrive, unless you use `--record-time send`. Clients cannot set the time of messages in NATS, MQTT and Redis; add a header with a time field instead.',
];

/** What services that know rows again do with those that come twice. */
const IDS = [
  '## Documents with ids',
  'Elasticsearch and OpenSearch get an id with each document: a text that depends on the schema and the seed, and the number of the row. So each event is stored once, however often it is sent. After a timeout or a lost connection, an id that exists shows that the event arrived, and it counts as accepted.',
  'At the first attempt, an existing id is a conflict, and the event is rejected: the same stream was sent before. Choose another seed or another index. When a stream with `--state` resumes after a crash, its last events may have arrived without being saved as sent: `--conflict skip` counts them as accepted.',
  'Data streams only take documents with the field `@timestamp`. With `--data-stream`, a schema without it is an error before anything is sent.',
];

/** What the databases have in common. */
const TABLES = [
  '## Tables',
  'ClickHouse, Postgres and MySQL store each field of an event in the column of its name. In Postgres and MySQL, `--column` stores the whole event as JSON in one column.',
  'If the table is missing, the error shows the statement that creates it, and `--create` runs that statement: only if you ask for it, and only if the table is missing. The types follow from the schema. A stream that has each entity once, and one with [changes](guides/changes-over-time.md), gets a primary key. There are no foreign keys: `catbird schema --as ddl:postgres --config shop.yaml` [prints the tables of a config](formats.md#print-a-schema-for-other-programs) with them, and `--create` leaves existing tables as they are.',
  'In MySQL and MariaDB, times with an offset are stored in UTC, and decimals and large numbers with all their digits. A value that does not fit its column is an error, whatever the `sql_mode` of the server. A field that an event lacks gets the default of its column. A statement is at most as long as `max_allowed_packet` of the server: longer requests are sent in parts.',
  '## Sizes of requests',
  'Each destination has its own limits, and sends what is due at once. Three options of every stream change that: `--batch-rows` and `--batch-bytes` lower how many events or bytes a request has, and `--linger` lets a request wait for more events. A request is sent as soon as it is full or its first event has waited so long; `--eps 100 --linger 5s` makes one request of 500 events every five seconds. At the end of the stream, or when you stop it, the rest is sent at once. Events that wait are neither behind nor late. Without `--from` or `--rate`, the events of a request have the time at which it is made.',
  '## Objects',
  'S3 and Azure Blob Storage store the events of a request as one object. An object is full with 16 MB of events (`--object-size`, before compression) or a million of them (`--batch-rows`), and waits for that up to a minute (`--linger`).',
  [
    '- **Formats**: lines of JSON, or with `--format` CSV, Parquet, Avro and all others. Each object is a whole file. Text is compressed with gzip.',
    '- **Names** are made of the folder, the stream, the number of the first event and how many there are: `raw/dt=2026-11-21/hour=13/4f2a…-50000-10000.ndjson.gz`. A retry stores the same events under the same name, so nothing is stored twice.',
    "- **Folders** follow from the time with `--partition-by day` or `hour`, and from values with `--prefix 'raw/country={{country}}'`. Events of several folders become an object for each. In a value, `/` and other separators are percent-encoded.",
    '- **Exactly once**: a stream that is killed sends again, after a restart with `--state`, the events whose objects were not confirmed or not saved yet. By default, these objects may begin elsewhere, so that events are in two of them, as their names show. With `--align`, each object begins at a multiple of its size (100,000 events, or `--batch-rows`), so it replaces the earlier one and the bucket has each event once. Objects then wait until they are full, whatever `--linger` says, and the rest of a stream that you stop is sent after the restart.',
    '- **Large objects**, from 64 MiB on, are uploaded to S3 in parts. Its time limit is `--timeout`, as for any request. An upload that fails is removed, unless it may be complete. If that is not possible, the stream says so at its end; the life-cycle rule `AbortIncompleteMultipartUpload` removes whatever is left.',
    '- **Existing objects** are replaced. With `--existing refuse`, they end the stream. This needs a service with conditional writes: AWS, R2, MinIO and Azure have them.',
    '- **From the page**, the bucket or account needs CORS settings, which are off by default: they must allow your origin, `PUT` and all headers, and expose `ETag`. For S3 in parts, also allow `POST` and `DELETE`.',
  ].join('\n'),
  'For Google Cloud Storage, use `--endpoint https://storage.googleapis.com --region auto` and an HMAC key; for R2, `--endpoint https://ACCOUNT.r2.cloudflarestorage.com --region auto`; for MinIO, its address.',
];

const section = (destination: Destination): string =>
  [
    `## ${destination.title}`,
    `\`catbird ${destination.command}\`. ${destination.summary}${destination.docs === undefined ? '' : ` [Documentation of the service](${destination.docs}).`}`,
    `**What confirms an event:** ${destination.acknowledgement}`,
    settingsOf(destination)
      .map((setting) => settingLine(destination, setting))
      .join('\n'),
  ].join('\n\n');

test('docs/destinations.md matches the declarations of the destinations (`npx vitest run -u` writes it)', async () => {
  const page = [
    '# Destinations',
    'Catbird sends events to the services below. Each setting is a flag, an environment variable, and a key of `settings` in a config file. For destinations that work in the page, it is a field there, too.',
    'A setting implies the choice that it requires: `--bearer-token` implies `--auth bearer`. Settings that would have no effect are errors. So are placeholders such as `{{name}}`, except in credentials, and in [routes and headers](#routes-headers-and-times).',
    ...ACCEPTANCE,
    ...ROUTES,
    ...IDS,
    ...TABLES,
    ...destinations.map(section),
  ].join('\n\n');
  await expect(
    await format(page, { parser: 'markdown', singleQuote: true, printWidth: 110 }),
  ).toMatchFileSnapshot(PAGE);
});

import { expect, test } from 'vitest';
import { IN_TERMINAL } from '../settings/more-destinations.tsx';
import { PLACES } from './places.tsx';
import { destinations as inBrowsers } from '@catbird/core/destinations';
import { destinations } from '../../../../../packages/cli/src/destinations/list.ts';

/** Names on the landing page, where they are not those of the command. */
const OTHERS: Readonly<Record<string, string>> = {
  log: 'this page',
  file: 'files',
  'aws-sns': 'AWS SNS',
  'aws-sqs': 'SQS',
  'aws-kinesis': 'Kinesis',
  'aws-firehose': 'Firehose',
  'aws-eventbridge': 'EventBridge',
  'gcp-pubsub': 'Google Pub/Sub',
  'kafka-rest': 'Kafka REST',
  'confluent-cloud-kafka': 'Confluent Cloud',
  'azure-blob': 'Azure Blob',
  otlp: 'OpenTelemetry',
  socket: 'sockets',
  serve: 'a server for front ends',
};

test('the landing page names every destination', () => {
  const named = PLACES.flatMap(([, places]) => places.split(', ')).map((name) => name.toLowerCase());
  const missing = destinations
    .map(({ command }) => OTHERS[command] ?? command)
    .filter((name) => !named.includes(name.toLowerCase()));
  expect(missing).toEqual([]);
});

test('the settings name every destination that only the command line has', () => {
  const inTerminal = destinations
    .map(({ command }) => command)
    .filter((command) => !inBrowsers.some((each) => each.command === command));
  expect(IN_TERMINAL.map(([, command]) => command).toSorted()).toEqual(inTerminal.toSorted());
});

import { readFileSync } from 'node:fs';
import { environmentName, flagName, parseConfig, settingsOf, type Destination } from '@catbird/send';
import { destinations as inThePage } from '@catbird/core/destinations';
import { destinations } from '../../../packages/cli/src/destinations/list.ts';
import { ROOT } from './structure.ts';

const PLACEHOLDER = 'your-secret';

/** Commands for the services that `catbird receive --port 7181` can stand in for. */
const WITHOUT_ACCOUNT: Readonly<Record<string, string>> = {
  http: 'catbird http --url http://127.0.0.1:7181 --eps 100 --limit 250',
  tinybird:
    'CATBIRD_TINYBIRD_TOKEN=any catbird tinybird \\\n  --host local --datasource events --eps 100 --limit 250',
  ably: 'CATBIRD_ABLY_API_KEY=any.key:any catbird ably \\\n  --channel-id events --endpoint http://127.0.0.1:7181 --eps 100 --limit 250',
  s3: 'CATBIRD_S3_SECRET_ACCESS_KEY=any catbird s3 \\\n  --bucket events --access-key-id any \\\n  --endpoint http://127.0.0.1:7181 --eps 100 --limit 250',
  otlp: 'catbird otlp --endpoint http://127.0.0.1:7181 --eps 100 --limit 250',
  'aws-sns': `CATBIRD_AWS_SNS_SECRET_ACCESS_KEY=any catbird aws-sns \\\n  --region us-east-1 --topic-arn arn:aws:sns:us-east-1:123456789012:events \\\n  --access-key-id AKIAIOSFODNN7EXAMPLE \\\n  --sns-options '{"endpoint": "http://127.0.0.1:7181"}' --eps 100 --limit 250`,
  'aws-sqs': `CATBIRD_AWS_SQS_SECRET_ACCESS_KEY=any catbird aws-sqs \\\n  --queue-url http://127.0.0.1:7181/123456789012/events --region us-east-1 \\\n  --access-key-id AKIAIOSFODNN7EXAMPLE --eps 100 --limit 250`,
  elasticsearch: 'catbird elasticsearch --url http://127.0.0.1:7181 --index events --eps 100 --limit 250',
  splunk: 'CATBIRD_SPLUNK_TOKEN=any catbird splunk --url http://127.0.0.1:7181 --eps 100 --limit 250',
};

const sectionOf = (markdown: string, title: string): readonly [from: number, to: number] => {
  const from = markdown.indexOf(`\n## ${title}\n`);
  if (from < 0) throw new Error(`docs/destinations.md does not have a section for ${title}.`);
  const next = markdown.indexOf('\n## ', from + 1);
  return [from, next < 0 ? markdown.length : next];
};

/** The overview: the text for all destinations, with a link in place of each section. */
export function overviewOf(markdown: string): string {
  const first = Math.min(...destinations.map(({ title }) => sectionOf(markdown, title)[0]));
  const lines = destinations.map(
    ({ title, command, summary }) => `- [${title}](/destinations/${command}.md): ${summary}`,
  );
  return `${markdown.slice(0, first)}\n## All destinations\n\n${lines.join('\n')}\n`;
}

/** The settings that are required if all others keep their defaults. */
const neededOf = (destination: Destination) => {
  const settings = settingsOf(destination);
  const defaults = new Map(settings.map((each) => [each.name, each.default]));
  return settings.filter(
    ({ required, when }) =>
      required && Object.entries(when ?? {}).every(([name, value]) => defaults.get(name) === value),
  );
};

/** Sample values of the required settings. */
const valuesOf = (destination: Destination): Readonly<Record<string, string>> =>
  Object.fromEntries(
    neededOf(destination).map(({ name, secret, example }) => [
      name,
      example ?? (secret ? PLACEHOLDER : 'events'),
    ]),
  );

const quoted = (value: string): string => (/^[\w@%+=:,./-]+$/.test(value) ? value : `'${value}'`);

/** A shell command: secrets in the environment, other settings as flags. */
function commandOf(destination: Destination): string {
  const values = valuesOf(destination);
  const needed = neededOf(destination);
  const secrets = needed.filter(({ secret }) => secret);
  const flags = needed
    .filter(({ secret }) => !secret)
    .map(({ name }) => ` --${flagName(name)} ${quoted(values[name] ?? '')}`);
  return [
    ...secrets.map(({ name }) => `export ${environmentName(destination, name)}='${values[name] ?? ''}'`),
    `catbird ${destination.command}${flags.join('')} --eps 100 --limit 250`,
  ].join('\n');
}

const checkOf = (destination: Destination): string =>
  commandOf(destination)
    .replace(`catbird ${destination.command}`, `catbird check ${destination.command}`)
    .replace(' --eps 100 --limit 250', '');

const number = new Intl.NumberFormat('en-US');
const MIB = 1024 * 1024;
const size = (bytes: number): string =>
  bytes >= MIB
    ? `${number.format(Math.round((bytes / MIB) * 10) / 10)} MiB`
    : `${number.format(Math.round(bytes / 1024))} KiB`;

function limitsOf(destination: Destination): readonly string[] {
  const parsed = parseConfig(destination, valuesOf(destination), { clearText: true });
  if (!parsed.ok)
    throw new Error(
      `The examples of ${destination.title} are not a valid config: ${JSON.stringify(parsed.issues)}`,
    );
  const { rows, bytes, requestsPerSecond, inFlight = 4, source } = destination.limits(parsed.config);
  return [
    `- Events per request: ${number.format(rows)}`,
    `- Size of a request: ${size(bytes)}`,
    ...(requestsPerSecond === undefined
      ? []
      : [`- Requests per second: ${number.format(requestsPerSecond)}`]),
    `- Concurrent requests: ${number.format(inFlight)}`,
    ...(source === undefined ? [] : ['', `[Limits published by the service](${source})`]),
  ];
}

const block = (language: string, text: string): string => ['```' + language, text, '```'].join('\n');

/** The faces that offer a destination. */
const usableIn = ({ name }: Destination): string =>
  inThePage.some((each) => each.name === name)
    ? 'Works in the page, on the command line and in the library.'
    : 'Works on the command line.';

/**
 * The page of a destination, from its declarations and its section of docs/destinations.md: requirements, a command, what
 * confirms an event, limits, and settings.
 */
export function destinationPage(command: string): string {
  const destination = destinations.find((each) => each.command === command);
  if (destination === undefined) throw new Error(`Unknown destination ${command}.`);
  const markdown = readFileSync(`${ROOT}docs/destinations.md`, 'utf8');
  const section = markdown.slice(...sectionOf(markdown, destination.title));
  const settings = section.split('\n').filter((line) => line.startsWith('- `--'));
  const needed = neededOf(destination);
  const local = WITHOUT_ACCOUNT[command];
  return [
    `# ${destination.title}`,
    `${destination.summary} ${usableIn(destination)}`,
    ...(destination.docs === undefined ? [] : [`[Documentation of the service](${destination.docs})`]),
    '## What it needs',
    needed.length === 0
      ? 'Nothing: all settings are optional.'
      : needed.map(({ label, help }) => `- **${label}**${help === undefined ? '' : `: ${help}`}`).join('\n'),
    '## Send events',
    block('sh', commandOf(destination)),
    ...(needed.length === 0
      ? []
      : ['To test the settings with a single request:', block('sh', checkOf(destination))]),
    ...(local === undefined
      ? []
      : [
          '## Try it without an account',
          'Start a receiver in one terminal, then send to it from another:',
          block('sh [terminal 1]', 'catbird receive --port 7181'),
          block('sh [terminal 2]', local),
        ]),
    '## What counts as accepted',
    destination.acknowledgement,
    '[Destinations](/destinations.md#what-counts-as-accepted) explains when a failed event may have been stored.',
    '## Limits',
    'Catbird splits its requests to stay within these limits.',
    limitsOf(destination).join('\n'),
    ...(settings.length === 0
      ? []
      : [
          '## Settings',
          'Each setting is a flag, an environment variable, and a key of `settings` in a [config file](/cli.md#a-stream-as-a-file).',
          settings.join('\n'),
        ]),
  ].join('\n\n');
}

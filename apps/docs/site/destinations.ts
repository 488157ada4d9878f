import { readFileSync } from 'node:fs';
import {
  environmentName,
  flagName,
  parseConfig,
  settingsOf,
  type Destination,
} from '@catbird/core/destinations';
import { destinations as inThePage } from '@catbird/core/destinations';
import { destinations } from '../../../packages/cli/src/destinations/list.ts';
import { ROOT } from './structure.ts';

const PLACEHOLDER = 'your-secret';

/** Commands that send to `catbird receive --port 7181`, for services that it stands in for. */
const WITHOUT_ACCOUNT: Readonly<Record<string, string>> = {
  http: 'npx catbird http --url http://127.0.0.1:7181 --eps 100 --limit 250',
  tinybird:
    'CATBIRD_TINYBIRD_TOKEN=any npx catbird tinybird \\\n  --host local --datasource events --eps 100 --limit 250',
  ably: 'CATBIRD_ABLY_API_KEY=any.key:any npx catbird ably \\\n  --channel-id events --endpoint http://127.0.0.1:7181 --eps 100 --limit 250',
  'aws-sns': `CATBIRD_AWS_SNS_SECRET_ACCESS_KEY=any npx catbird aws-sns \\\n  --region us-east-1 --topic-arn arn:aws:sns:us-east-1:123456789012:events \\\n  --access-key-id AKIAIOSFODNN7EXAMPLE \\\n  --sns-options '{"endpoint": "http://127.0.0.1:7181"}' --eps 100 --limit 250`,
};

const sectionOf = (markdown: string, title: string): readonly [from: number, to: number] => {
  const from = markdown.indexOf(`\n## ${title}\n`);
  if (from < 0) throw new Error(`docs/destinations.md does not have a section for ${title}.`);
  const next = markdown.indexOf('\n## ', from + 1);
  return [from, next < 0 ? markdown.length : next];
};

/** What holds for all destinations, and links to the page of each in place of its section. */
export function overviewOf(markdown: string): string {
  const first = Math.min(...destinations.map(({ title }) => sectionOf(markdown, title)[0]));
  const lines = destinations.map(
    ({ title, command, summary }) => `- [${title}](/destinations/${command}.md): ${summary}`,
  );
  return `${markdown.slice(0, first)}\n## All destinations\n\n${lines.join('\n')}\n`;
}

/** The settings that have to be given while all others keep their defaults. */
const neededOf = (destination: Destination) => {
  const settings = settingsOf(destination);
  const defaults = new Map(settings.map((each) => [each.name, each.default]));
  return settings.filter(
    ({ required, when }) =>
      required && Object.entries(when ?? {}).every(([name, value]) => defaults.get(name) === value),
  );
};

/** Values of the needed settings, as a reader could type them. */
const valuesOf = (destination: Destination): Readonly<Record<string, string>> =>
  Object.fromEntries(
    neededOf(destination).map(({ name, secret, example }) => [
      name,
      example ?? (secret ? PLACEHOLDER : 'events'),
    ]),
  );

const quoted = (value: string): string => (/^[\w@%+=:,./-]+$/.test(value) ? value : `'${value}'`);

/** Lines for a shell: secrets in the environment, the rest as flags. */
function commandOf(destination: Destination): string {
  const values = valuesOf(destination);
  const needed = neededOf(destination);
  const secrets = needed.filter(({ secret }) => secret);
  const flags = needed
    .filter(({ secret }) => !secret)
    .map(({ name }) => ` --${flagName(name)} ${quoted(values[name] ?? '')}`);
  return [
    ...secrets.map(({ name }) => `export ${environmentName(destination, name)}='${values[name] ?? ''}'`),
    `npx catbird ${destination.command}${flags.join('')} --eps 100 --limit 250`,
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
    throw new Error(`The examples of ${destination.title} are no config: ${JSON.stringify(parsed.errors)}`);
  const { rows, bytes, requestsPerSecond, inFlight = 4, source } = destination.limits(parsed.config);
  return [
    `- Events per request: ${number.format(rows)}`,
    `- Size of a request: ${size(bytes)}`,
    ...(requestsPerSecond === undefined
      ? []
      : [`- Requests per second: ${number.format(requestsPerSecond)}`]),
    `- Concurrent requests: ${number.format(inFlight)}`,
    ...(source === undefined ? [] : ['', `[Where the service publishes its limits](${source})`]),
  ];
}

const block = (language: string, text: string): string => ['```' + language, text, '```'].join('\n');

/** Where a destination works, and whether it can be tested. */
const usableIn = ({ name }: Destination): string =>
  inThePage.some((each) => each.name === name)
    ? 'Works in the page, on the command line and in the library.'
    : 'Works on the command line.';

/**
 * The page of a destination: what it needs, its limits, what confirms an event, a command, and all settings as
 * docs/destinations.md lists them.
 */
export function destinationPage(command: string): string {
  const destination = destinations.find((each) => each.command === command);
  if (destination === undefined) throw new Error(`There is no destination ${command}.`);
  const markdown = readFileSync(`${ROOT}docs/destinations.md`, 'utf8');
  const section = markdown.slice(...sectionOf(markdown, destination.title));
  const settings = section.split('\n').filter((line) => line.startsWith('- `--'));
  const needed = neededOf(destination);
  const local = WITHOUT_ACCOUNT[command];
  const docs = destination.docs === undefined ? '' : ` [The service's documentation](${destination.docs}).`;
  return [
    `# ${destination.title}`,
    `${destination.summary} ${usableIn(destination)}${docs}`,
    '## What it needs',
    needed.length === 0
      ? 'Nothing. There are no required settings.'
      : needed.map(({ label, help }) => `- **${label}**${help === undefined ? '' : `: ${help}`}`).join('\n'),
    '## Send events',
    block('sh', commandOf(destination)),
    ...(needed.length === 0
      ? []
      : ['Test the settings first, with one request:', block('sh', checkOf(destination))]),
    ...(local === undefined
      ? []
      : [
          '## Try it without an account',
          'Start a receiver in one terminal, and send to it from another:',
          block('sh [terminal 1]', 'npx catbird receive --port 7181'),
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

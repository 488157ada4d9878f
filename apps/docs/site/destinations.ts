import {
  environmentName,
  flagName,
  parseConfig,
  settingsOf,
  type Destination,
  type Setting,
} from '@catbird/send';
import { formatsOf } from '@catbird/stream';
import { destinations as inThePage } from '@catbird/core/destinations';
import { destinations } from '../../../packages/cli/src/destinations/list.ts';
import { commandFlags } from '../../../packages/cli/src/destinations/setting-flags.ts';
import { services } from '../../../packages/cli/src/receive/server.ts';
import { cellOf, codeCell, oneOf, optionCell, optionTable, rowOf, type OptionRow } from './options.ts';

const PLACEHOLDER = 'your-secret';

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

/** Longer commands have an option on each line. */
const LINE_LENGTH = 80;

/** A shell command: secrets in the environment, other settings as flags. @param more options behind these */
function commandOf(destination: Destination, start: string, more: readonly string[] = []): string {
  const values = valuesOf(destination);
  const needed = neededOf(destination);
  const exports = needed
    .filter(({ secret }) => secret)
    .map(({ name }) => `export ${environmentName(destination, name)}='${values[name] ?? ''}'`);
  const flags = needed
    .filter(({ secret }) => !secret)
    .map(({ name }) => `--${flagName(name)} ${quoted(values[name] ?? '')}`);
  const words = [`catbird ${start}`, ...flags, ...more];
  const line = words.join(' ');
  return [...exports, line.length > LINE_LENGTH ? words.join(' \\\n  ') : line].join('\n');
}

const number = new Intl.NumberFormat('en-US');
const MIB = 1024 * 1024;
const size = (bytes: number): string =>
  bytes >= MIB
    ? `${number.format(Math.round((bytes / MIB) * 10) / 10)} MiB`
    : `${number.format(Math.round(bytes / 1024))} KiB`;

/** The formats that a destination takes as Markdown. Empty: only lines of JSON. */
const formatsIn = (destination: Destination): string =>
  destination.formats === undefined
    ? ''
    : formatsOf(destination)
        .map(({ name }) => `\`${name}\``)
        .join(', ');

/** Which destinations take which formats. */
export function formatTable(): string {
  const taking = new Map<string, readonly string[]>();
  for (const destination of destinations) {
    const formats = formatsIn(destination);
    const link = `[\`${destination.command}\`](/destinations/${destination.command}.md)`;
    if (formats !== '') taking.set(formats, [...(taking.get(formats) ?? []), link]);
  }
  const rows = [...taking].map(([formats, links]) => `| ${links.join(', ')} | ${formats} |`);
  return ['| destinations | formats |', '| --- | --- |', ...rows].join('\n');
}

function limitsOf(destination: Destination): readonly string[] {
  const parsed = parseConfig(destination, valuesOf(destination), { clearText: true });
  if (!parsed.ok)
    throw new Error(
      `The examples of ${destination.title} are not a valid config: ${JSON.stringify(parsed.issues)}`,
    );
  const { rows, bytes, requestsPerSecond, inFlight = 4, source } = destination.limits(parsed.config);
  const formats = formatsIn(destination);
  return [
    `- Events per request: ${number.format(rows)}`,
    `- Size of a request: ${size(bytes)}`,
    ...(requestsPerSecond === undefined
      ? []
      : [`- Requests per second: ${number.format(requestsPerSecond)}`]),
    `- Concurrent requests: ${number.format(inFlight)}`,
    ...(formats === '' ? [] : [`- [Formats](/formats.md): ${formats}`]),
    ...(source === undefined ? [] : ['', `[Limits published by the service](${source})`]),
  ];
}

const block = (language: string, text: string): string => ['```' + language, text, '```'].join('\n');

/** The faces that offer a destination. */
const usableIn = ({ name }: Destination): string =>
  inThePage.some((each) => each.name === name)
    ? 'Works in the page, on the command line and in programs.'
    : 'Works on the command line and in programs on Node.';

/** When a setting is required, whether it is secret, or its default. */
function defaultOf({ required, when, secret, default: usual }: Setting): string | undefined {
  const conditions = Object.entries(when ?? {}).map(
    ([other, value]) => `with \`--${flagName(other)} ${value}\``,
  );
  const need = [...(required ? ['required'] : []), ...conditions].join(' ');
  return [
    ...(need === '' ? [] : [need]),
    ...(secret ? ['secret'] : []),
    ...(usual === undefined ? [] : [`\`${usual}\``]),
  ].join(', ');
}

const settingRow = (destination: Destination, setting: Setting): OptionRow => {
  const { name, label, help, choices, example } = setting;
  return {
    option: optionCell(`--${flagName(name)}`, environmentName(destination, name)),
    key: `\`${name}\``,
    default: defaultOf(setting),
    meaning: [
      `**${label}.**`,
      ...(help === undefined ? [] : [cellOf(help)]),
      ...(choices.length === 0 ? [] : [oneOf(choices.map(({ value }) => value))]),
      ...(example === undefined ? [] : [`Example: ${codeCell(example)}`]),
    ].join(' '),
  };
};

/** A list of all destinations, with links to their pages. */
export const destinationList = (): string =>
  destinations
    .map(({ title, command, summary }) => `- [${title}](/destinations/${command}.md): ${summary}`)
    .join('\n');

/** The destinations that `catbird receive` stands in for, without plain HTTP. */
export const receivedList = (): string =>
  destinations
    .filter(({ command }) => command !== 'http' && services.some(({ name }) => name === command))
    .map(({ title, command }) => `[${title}](/destinations/${command}.md)`)
    .join(', ');

/**
 * The page of a destination: what follows from its declarations around the text of its Markdown file, which has the title and what
 * else there is to say.
 *
 * @throws Error if there is no such destination, or the file has another title
 */
export function destinationPage(command: string, markdown: string): string {
  const destination = destinations.find((each) => each.command === command);
  if (destination === undefined) throw new Error(`Unknown destination ${command}.`);
  const title = `# ${destination.title}\n`;
  if (!markdown.startsWith(title))
    throw new Error(`docs/destinations/${command}.md needs the title ${destination.title}.`);
  const text = markdown.slice(title.length).trim();
  const settings = settingsOf(destination);
  const moreFlags = Object.entries(commandFlags(destination))
    .filter(([flag]) => settings.every(({ name }) => name !== flag))
    .map(([name, flag]) => rowOf(name, flag));
  return [
    title.trim(),
    `${destination.summary} ${usableIn(destination)}`,
    ...(destination.docs === undefined ? [] : [`[Documentation of the service](${destination.docs})`]),
    '## Send events',
    block('sh', commandOf(destination, command, ['--eps 100 --limit 250'])),
    ...(neededOf(destination).length === 0
      ? []
      : [
          'To test the settings with a single request:',
          block('sh', commandOf(destination, `check ${command}`)),
        ]),
    ...(text === '' ? [] : [text]),
    '## What counts as accepted',
    destination.acknowledgement,
    'A failed event [may have been stored](/destinations.md#what-counts-as-accepted) all the same.',
    '## Limits',
    'Catbird splits its requests to stay within these limits.',
    limitsOf(destination).join('\n'),
    ...(settings.length === 0
      ? []
      : [
          '## Settings',
          'Each setting is a flag, an environment variable, and a key of `settings` in a [config](/cli/run.md).',
          optionTable([...settings.map((setting) => settingRow(destination, setting)), ...moreFlags], 'key'),
        ]),
  ].join('\n\n');
}

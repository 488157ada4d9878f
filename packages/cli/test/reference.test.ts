import { environmentName, flagName } from '@catbird/core/destinations';
import { fileURLToPath } from 'node:url';
import { settingsOf, type Destination, type Setting } from '@catbird/core';
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
    help === undefined ? '' : ` ${help}`,
    choices.length === 0 ? '' : ` One of ${choices.map(({ value }) => `\`${value}\``).join(', ')}.`,
    example === undefined ? '' : ` Example: \`${example}\``,
  ].join('');
}

/** True of all of them; what differs is declared with each. */
const ACCEPTANCE = [
  '## What counts as accepted',
  'An event is accepted, and counts as sent, once the service has confirmed it. Each destination below says what confirms an event.',
  'A successful answer that confirms nothing (empty, cut off, in another format, contradictory) is a failure: the error quotes its first 200 characters. If it confirms some of the events, those are accepted and the others fail. Events without confirmation are not retried, because they may have been stored. By default the run ends; `--on-failure continue` goes on with the next events. Started again with `--state`, the stream repeats them.',
  'Failed events are **uncertain** if they may have been stored:',
  [
    '- The request timed out, or the connection was lost after the request went out.',
    '- The service, or a gateway in front of it, answered 500, 502, 504 or another 5xx, except 501 and 503.',
    '- The answer did not confirm them.',
    '- Tinybird answered 422, or ClickHouse reported a failed materialized view: some of the events were written.',
  ].join('\n'),
  'A refusal is certain: 429, 503 and other 4xx mean that the events were not stored. So is a connection that could not be opened. If any attempt at an event was uncertain, the event stays uncertain.',
];

const section = (destination: Destination): string =>
  [
    `## ${destination.title}`,
    `\`catbird ${destination.command}\`. ${destination.summary}${destination.docs === undefined ? '' : ` [The service's documentation](${destination.docs}).`}`,
    `**What confirms an event:** ${destination.acknowledgement}`,
    settingsOf(destination)
      .map((setting) => settingLine(destination, setting))
      .join('\n'),
  ].join('\n\n');

test('docs/destinations.md says what the destinations declare (`npx vitest run -u` writes it)', async () => {
  const page = [
    '# Destinations',
    'Made from the destinations’ own declarations. Settings are flags, environment variables, keys of `settings` in a config file, and the fields of the page.',
    ...ACCEPTANCE,
    ...destinations.map(section),
  ].join('\n\n');
  await expect(
    await format(page, { parser: 'markdown', singleQuote: true, printWidth: 110 }),
  ).toMatchFileSnapshot(PAGE);
});

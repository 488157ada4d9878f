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

const section = (destination: Destination): string =>
  [
    `## ${destination.title}`,
    `\`catbird ${destination.command}\`. ${destination.summary}${destination.docs === undefined ? '' : ` [The service's documentation](${destination.docs}).`}`,
    settingsOf(destination)
      .map((setting) => settingLine(destination, setting))
      .join('\n'),
  ].join('\n\n');

test('docs/destinations.md says what the destinations declare (`npx vitest run -u` writes it)', async () => {
  const page = [
    '# Destinations',
    'Made from the destinations’ own declarations. Settings are flags, environment variables, keys of `settings` in a config file, and the fields of the page.',
    ...destinations.map(section),
  ].join('\n\n');
  await expect(
    await format(page, { parser: 'markdown', singleQuote: true, printWidth: 110 }),
  ).toMatchFileSnapshot(PAGE);
});

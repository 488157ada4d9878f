import { expect, test } from 'vitest';
import { flagName, settingsOf } from '@catbird/send';
import { NODE_DESTINATIONS } from '@catbird/stream';
import { destinations as inBrowsers } from '@catbird/core/destinations';
import { destinations } from '../../../../../packages/cli/src/destinations/list.ts';

test('the settings have a command for every destination that only the command line has, with all that it requires', () => {
  const inTerminal = destinations.filter(
    ({ command }) => !inBrowsers.some((each) => each.command === command),
  );
  const commands = new Map(NODE_DESTINATIONS.map(({ command, example }) => [command, example]));
  expect([...commands.keys()].toSorted()).toEqual(inTerminal.map(({ command }) => command).toSorted());
  for (const destination of inTerminal) {
    const words = commands.get(destination.command)?.split(' ') ?? [];
    const flags = words.filter((word) => word.startsWith('--'));
    const settings = settingsOf(destination).filter(({ secret }) => !secret);
    const names = (all: typeof settings) => all.map(({ name }) => `--${flagName(name)}`);
    expect(flags).toEqual(
      expect.arrayContaining(names(settings.filter(({ required, when }) => required && when === undefined))),
    );
    expect(names(settings)).toEqual(expect.arrayContaining(flags));
  }
});

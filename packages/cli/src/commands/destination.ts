import { environmentName, flagName, settingsOf, type Destination } from '@catbird/core/destinations';
import { defineCommand, type Command } from '../command.ts';
import { settingFlags, settingsIn } from '../destinations/settings.ts';
import { refusalOf, refuse } from '../refusal.ts';
import { streamFlags } from '../stream/flags.ts';

/** The command that streams to a destination: its flags are the destination's settings and what every stream may be told. */
export function destinationCommand(destination: Destination): Command {
  return defineCommand({
    flags: { ...settingFlags(destination), ...streamFlags },
    examples: examplesOf(destination),
    notes: NOTES,
    endsBySignal: true,
    async run(values, _operands, terminal) {
      // The engine with all its generators loads only now, so that help starts at once.
      const [{ stream }, { sourceOf }] = await Promise.all([
        import('../stream/stream.ts'),
        import('../schema/read.ts'),
      ]);
      const source = sourceOf(values.template, values.schema);
      if ('problem' in source)
        return refuse(refusalOf('usage', [source.problem]), { json: values.json, err: terminal.err });
      return stream(
        {
          destination,
          settings: settingsIn(values, destination),
          source,
          options: values,
          nameOf: (name) => `--${flagName(name)}`,
        },
        terminal,
      );
    },
  });
}

const NOTES = `Credentials are best given by environment variables: other people on this machine can read a command line.
Exit codes: 0 all accepted, 1 events failed or the stream did, 2 usage, schema or config, 99 a threshold
missed, 130 interrupted.`;

/** A command line with every setting that must be given, the secrets in the environment. */
function examplesOf(destination: Destination): Command['examples'] {
  const { command } = destination;
  const needed = settingsOf(destination).filter(({ required, when }) => required && when === undefined);
  const secrets = needed
    .filter(({ secret }) => secret)
    .map(({ name }) => `${environmentName(destination, name)}=…`);
  const flags = needed
    .filter(({ secret }) => !secret)
    .map(({ name, example }) => `--${flagName(name)} ${example ?? '…'}`);
  const start = [...secrets, 'catbird', command, ...flags].join(' ');
  return [
    { line: `${start} --eps 100 --limit 250`, does: 'a hundred a second, 250 in all' },
    {
      line: `${start} --template "Flight Bookings" --eps max --duration 30s --seed 42`,
      does: 'another template, as fast as it can for half a minute, with rows that can be made again',
    },
  ];
}

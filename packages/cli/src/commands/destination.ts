import { issuesIn } from '@catbird/engine';
import { environmentName, flagName, settingsOf, type Destination } from '@catbird/send';
import { defineCommand, type Command } from '../command.ts';
import { formatFlagsOf, formatKeyIn, isBody, optionName } from '../flags/format.ts';
import { commandFlags, settingsIn } from '../destinations/setting-flags.ts';
import { refuse, type CommandIssue } from '../refusal.ts';
import { streamFlags } from '../stream/flags.ts';

/** The command that streams to a destination. Its flags are the destination's settings and those of every stream. */
export function destinationCommand(destination: Destination): Command {
  const ownFlags = commandFlags(destination);
  const formatFlags = formatFlagsOf(destination);
  const rare = settingsOf(destination).flatMap(({ name, rare: isRare }) => (isRare === true ? [name] : []));
  return defineCommand({
    flags: { ...ownFlags, ...formatFlags, ...streamFlags },
    brief: {
      [destination.title]: Object.keys(ownFlags).filter((name) => name !== 'format' && !rare.includes(name)),
      'Every stream has': COMMON,
    },
    examples: examplesOf(destination),
    notes: NOTES,
    details: DETAILS,
    endsBySignal: true,
    async run(values, _operands, terminal) {
      // The engine with all its generators loads only now, so that help starts fast.
      const [{ stream }, { sourceOf }, { withGivenFiles }, { typesNamed }] = await Promise.all([
        import('../stream/stream.ts'),
        import('../schema/read-schema.ts'),
        import('../stream/given-files.ts'),
        import('../types/package.ts'),
      ]);
      const source = sourceOf(values);
      const options = await withGivenFiles(values);
      const given: Readonly<Record<string, unknown>> = values;
      const format = await formatKeyIn(given, formatFlags, terminal.env);
      const types = await typesNamed(values.types, terminal, values.json);
      if (!source.ok || !options.ok || !format.ok || !types.ok) {
        const issues = issuesIn<CommandIssue>(source, options, format, types);
        return refuse(issues, { json: values.json, err: terminal.err });
      }
      return stream(
        {
          destination,
          settings: settingsIn(
            isBody(given['format']) ? given : { ...given, format: undefined },
            destination,
          ),
          source: source.source,
          types: types.types,
          options: { ...options.options, format: format.key },
          nameOf: (name) => `--${flagName(name)}`,
          optionOf: optionName,
        },
        terminal,
      );
    },
  });
}

/** The options of all streams that most people need. */
const COMMON = [
  'template',
  'schema',
  'format',
  'eps',
  'limit',
  'duration',
  'seed',
  'onFailure',
  'record',
  'dryRun',
] as const;

const NOTES =
  'Pass credentials in environment variables: other users of this machine can read command lines.';

const DETAILS = `Exit codes: 0 all events accepted, 1 events or the stream failed, 2 invalid usage, schema or config, 3 the stream went on elsewhere, 99 missed threshold, 130 interrupted.`;

/** Command lines with every required setting, the secrets in the environment. */
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
    { line: `${start} --eps 100 --limit 250`, does: 'send 100 events/s, 250 in total' },
    {
      line: `${start} --template "Flight Bookings" --eps max --duration 30s --seed 42`,
      does: 'send another template at full speed for 30 s, with reproducible rows',
    },
  ];
}

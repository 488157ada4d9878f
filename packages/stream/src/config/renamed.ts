/** Keys that settings in a config do not have, by command, and what to use: the present name, or a variable for a command of the shell. */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'aws-eventbridge': { eventBus: 'eventBusName' },
  'aws-kinesis': { kinesisOptions: 'endpoint' },
  kafka: { tokenCommand: 'CATBIRD_KAFKA_TOKEN_COMMAND, as a config must not run commands' },
  rabbitmq: { endpoint: 'url', assertQueueOptions: 'queueOptions' },
  socket: { address: 'url' },
};

/** What to use in place of keys that a destination's settings do not have. */
export const renamedSettings = ({
  command,
}: {
  readonly command: string;
}): Readonly<Record<string, string>> => RENAMED[command] ?? {};

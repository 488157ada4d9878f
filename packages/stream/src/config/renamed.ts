/** Settings of destinations whose names have changed, by command: the earlier name, and the present one. */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'aws-eventbridge': { eventBus: 'eventBusName' },
  'aws-kinesis': { kinesisOptions: 'endpoint' },
  rabbitmq: { endpoint: 'url', assertQueueOptions: 'queueOptions' },
  socket: { address: 'url' },
};

/** The earlier names of a destination's settings, each with the present one. */
export const renamedSettings = ({
  command,
}: {
  readonly command: string;
}): Readonly<Record<string, string>> => RENAMED[command] ?? {};

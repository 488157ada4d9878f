import { awsJsonAnswer, awsJsonError, awsJsonRefusal, EXAMPLE_KEYS, type AwsJsonKeys } from './aws-json.ts';
import { startService, type Service } from './service.ts';

/** Options of a stand-in for EventBridge. */
export interface AwsEventBridgeOptions extends Partial<AwsJsonKeys> {
  /** Default `default`. */
  readonly eventBus?: string;
  /** Error code of a single entry; undefined (default) accepts it. */
  readonly refuses?: (row: unknown) => string | undefined;
}

/** An entry as it was sent. */
export interface EventBridgeEntry {
  readonly Source: string;
  readonly DetailType: string;
  readonly Detail: string;
  readonly EventBusName?: string;
  readonly Time?: number;
}

/** A stand-in for EventBridge, and the entries it accepted. */
export interface AwsEventBridgeService extends Service {
  readonly entries: readonly EventBridgeEntry[];
}

interface Body {
  readonly Name?: string;
  readonly Entries?: readonly EventBridgeEntry[];
}

/** Starts a strict stand-in for Amazon EventBridge that verifies every signature. https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html */
export async function startAwsEventBridge(
  options: AwsEventBridgeOptions = {},
): Promise<AwsEventBridgeService> {
  const { eventBus, refuses, ...known } = {
    ...EXAMPLE_KEYS,
    eventBus: 'default',
    refuses: () => undefined,
    ...options,
  };
  const entries: EventBridgeEntry[] = [];
  const missing = awsJsonError(400, 'ResourceNotFoundException', 'Event bus does not exist.');
  const service = await startService({
    cors: { methods: ['POST'], headers: [], exposed: [] },
    respond(request, fault, take) {
      const refused = awsJsonRefusal(request, 'events', 'application/x-amz-json-1.1', known);
      if (refused !== undefined) return refused;
      const body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(request.body)) as Body;
      const operation = request.headers['x-amz-target'];
      if (operation === 'AWSEvents.DescribeEventBus')
        return (body.Name ?? 'default') === eventBus
          ? awsJsonAnswer(200, { Name: eventBus, Arn: `arn:aws:events:us-east-1:1:event-bus/${eventBus}` })
          : missing;
      if (operation !== 'AWSEvents.PutEvents') return awsJsonError(400, 'UnknownOperationException', '');
      const wrong = wrongWith(body);
      if (wrong !== undefined) return awsJsonError(400, 'ValidationException', wrong);
      const results = (body.Entries ?? []).map((entry, i) => {
        for (const words of faultsOf(entry, eventBus)) fault(words);
        const row: unknown = JSON.parse(entry.Detail);
        const code = refuses(row);
        if (code !== undefined) return { ErrorCode: code, ErrorMessage: `Not taken: ${code}` };
        take(row);
        entries.push(entry);
        return { EventId: `event-${entries.length}-${i}` };
      });
      return awsJsonAnswer(200, {
        FailedEntryCount: results.filter((each) => 'ErrorCode' in each).length,
        Entries: results,
      });
    },
  });
  return { ...service, entries };
}

/** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html#eb-putevent-size */
const sizeOf = ({ Source, DetailType, Detail, Time }: EventBridgeEntry): number =>
  (Time === undefined ? 0 : 14) +
  [Source, DetailType, Detail].reduce((sum, text) => sum + Buffer.byteLength(text), 0);

function wrongWith({ Entries = [] }: Body): string | undefined {
  if (Entries.length < 1 || Entries.length > 10) return 'Member must have length less than or equal to 10';
  return Entries.reduce((sum, entry) => sum + sizeOf(entry), 0) < 262_144
    ? undefined
    : 'Total size of the entries in the request is over the limit.';
}

const MEMBERS = ['Source', 'DetailType', 'Detail', 'EventBusName', 'Time'];

function faultsOf(entry: EventBridgeEntry, eventBus: string): string[] {
  const more = Object.keys(entry).filter((name) => !MEMBERS.includes(name));
  return [
    ...(more.length > 0 ? [`unknown members: ${more.join(', ')}`] : []),
    ...((entry.EventBusName ?? 'default') === eventBus ? [] : [`the event bus is ${entry.EventBusName}`]),
    ...(entry.DetailType.length >= 1 && entry.DetailType.length <= 128
      ? []
      : ['the detail type is too long']),
    ...(['number', 'undefined'].includes(typeof entry.Time) ? [] : ['the time must be a number']),
  ];
}

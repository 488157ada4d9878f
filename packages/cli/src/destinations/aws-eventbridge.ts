import { awsAddress, isFilled, type Destination } from '@catbird/core/internal/destinations';
import { config, TYPE_LENGTH, type EventBridgeConfig } from './aws-eventbridge-config.ts';

/** Entries of one PutEvents. https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html */
const ENTRIES = 10;

/** All entries of a request must be smaller than this, in bytes. */
const REQUEST_BYTES = 262_144;

/** What the time of an entry counts. https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html#eb-putevent-size */
const TIME_BYTES = 14;

/** UTF-8 bytes of a UTF-16 character, at most. */
const CHARACTER_BYTES = 3;

const addressOf = ({ region, endpoint }: EventBridgeConfig): string => awsAddress('events', region, endpoint);

const typeBytes = (detailType: string): number =>
  isFilled(detailType) ? TYPE_LENGTH * CHARACTER_BYTES : Buffer.byteLength(detailType);

/** Amazon EventBridge. https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html */
export const awsEventBridge: Destination<EventBridgeConfig> = {
  name: 'AWSEventBridge',
  command: 'aws-eventbridge',
  title: 'AWS EventBridge',
  summary: 'Put each event on an EventBridge event bus.',
  acknowledgement:
    'A 2xx response with one result per event, in which this one has an `EventId` and no `ErrorCode`. `FailedEntryCount` must agree.',
  call: 'PutEvents',
  docs: 'https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html',
  config,
  limits: ({ source, detailType }) => ({
    rows: ENTRIES,
    // The newline after each row is not sent, so the entries are smaller by at least one byte.
    bytes: REQUEST_BYTES,
    bytesPerRow: TIME_BYTES + Buffer.byteLength(source) + typeBytes(detailType),
    inFlight: 16,
    source: 'https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html#eb-putevent-size',
  }),
  customEndpoint: ({ endpoint }) =>
    endpoint === undefined ? undefined : { setting: 'endpoint', address: endpoint },
  host: (settings) => new URL(addressOf(settings)).host,
  open: async (settings, env) =>
    (await import('./aws-eventbridge-connection.ts')).open(addressOf(settings), settings, env),
  check: async (settings, env, signal) =>
    (await import('./aws-eventbridge-connection.ts')).check(addressOf(settings), settings, env, signal),
};

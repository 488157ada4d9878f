import { isFilled, texts } from '@catbird/engine';
import {
  awsEndpointSetting,
  awsKeySettings,
  member,
  optionalTextSetting,
  recordTimeSetting,
  regionSetting,
  routeSetting,
  textSetting,
} from '@catbird/send';
import * as z from 'zod/mini';
import { awsDestination } from './service.ts';

/** Characters of the longest detail type. https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html */
const TYPE_LENGTH = 128;
/** What the time of an entry counts. https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html#eb-putevent-size */
const TIME_BYTES = 14;
/** UTF-8 bytes of a UTF-16 character, at most. */
const CHARACTER_BYTES = 3;

const config = z.object({
  region: regionSetting('event bus'),
  eventBusName: optionalTextSetting(
    { label: 'Event bus', help: 'Name or ARN. Defaults to that of the account, default.', example: 'orders' },
    z.regex(/^[/.\-_A-Za-z0-9:]{1,1600}$/, 'Must be the name or ARN of an event bus'),
  ),
  source: textSetting(
    {
      label: 'Source',
      help: 'By which rules match events. Must not start with aws.',
      example: 'com.example.orders',
    },
    z.regex(
      /^(?!aws\.).{1,256}$/u,
      'Must be one line of at most 256 characters that does not start with aws.',
    ),
  ),
  detailType: routeSetting({
    label: 'Detail type',
    help: 'By which rules match events. {{field}} stands for a value of the event.',
    example: 'order {{status}}',
    fault: (text) => (text.length <= TYPE_LENGTH ? undefined : `Must have at most ${TYPE_LENGTH} characters`),
  }),
  ...awsKeySettings('put events'),
  recordTime: recordTimeSetting('event'),
  endpoint: awsEndpointSetting(),
});

const typeBytes = (detailType: string): number =>
  isFilled(detailType) ? TYPE_LENGTH * CHARACTER_BYTES : Buffer.byteLength(detailType);

/** Amazon EventBridge. https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html */
export const awsEventBridge = awsDestination<z.output<typeof config>>({
  name: 'AWSEventBridge',
  command: 'aws-eventbridge',
  title: 'AWS EventBridge',
  kind: 'Queues and streams',
  summary: 'Put each event on an EventBridge event bus.',
  acknowledgement:
    'A 2xx response with one result per event, in which this one has an `EventId` and no `ErrorCode`. `FailedEntryCount` must agree.',
  docs: 'https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html',
  config,
  limits: ({ source, detailType }) => ({
    rows: 10,
    // All entries of a request must be smaller. The newline after each row is not sent, so they are by at least one byte.
    bytes: 262_144,
    bytesPerRow: TIME_BYTES + Buffer.byteLength(source) + typeBytes(detailType),
    inFlight: 16,
    source: 'https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html#eb-putevent-size',
  }),
  signingName: 'events',
  target: 'AWSEvents',
  operation: 'PutEvents',
  body: (batch, { source, detailType, eventBusName }) => ({
    Entries: Array.from(texts(batch), (Detail, place) => {
      const { route = detailType, ms } = batch.sides?.[place] ?? {};
      return {
        Source: source,
        DetailType: route,
        Detail,
        ...(eventBusName !== undefined && { EventBusName: eventBusName }),
        // Seconds since 1970.
        ...(ms !== undefined && { Time: ms / 1000 }),
      };
    }),
  }),
  results: { list: 'Entries', id: 'EventId', failed: 'FailedEntryCount' },
  describe: ({ eventBusName }) => ({
    operation: 'DescribeEventBus',
    body: eventBusName === undefined ? {} : { Name: eventBusName },
    noun: 'event bus',
    judge: (answer) =>
      typeof member(answer, 'Name') === 'string' && typeof member(answer, 'Arn') === 'string'
        ? { ok: true, about: `the event bus ${eventBusName ?? 'default'} exists` }
        : undefined,
  }),
  words: {
    slower: 'The rate exceeds the quota of PutEvents. Lower the rate, or request a higher quota.',
    missing: 'Check the name and the region of the event bus.',
    invalid: 'EventBridge rejected an event: check the source and the detail type.',
    tooLarge: /total size|too large|exceed/i,
    codes: {
      InternalException: [
        'unavailable',
        'EventBridge had an internal error; the same events can be retried.',
      ],
      MalformedDetail: ['rejected', 'EventBridge rejected the event. Rows must be objects of JSON.'],
      NotAuthorizedForSource: ['auth', 'The account is not allowed to use this source. Choose another.'],
      NotAuthorizedForDetailType: [
        'auth',
        'The account is not allowed to use this detail type. Choose another.',
      ],
    },
  },
});

import { texts, type Batch } from '@catbird/core/internal/engine';
import { awsJson, resultsInOrder, type AwsJsonService } from '@catbird/core/internal/aws-json';
import { member } from '@catbird/core/internal/destinations';
import { hash } from './aws-body.ts';
import type { EventBridgeConfig } from './aws-eventbridge-config.ts';

const FAULT = 'EventBridge had an internal error; the same events can be retried.';

const service: AwsJsonService = {
  title: 'AWS EventBridge',
  signingName: 'events',
  version: '1.1',
  target: 'AWSEvents',
  hash,
  permission: 'events:PutEvents',
  slower: 'The rate exceeds the quota of PutEvents. Lower the rate, or request a higher quota.',
  missing: 'Check the name and the region of the event bus.',
  invalid: 'EventBridge rejected an event: check the source and the detail type.',
  address: 'the region, and the endpoint if you set one',
  tooLarge: /total size|too large|exceed/i,
  codes: {
    InternalException: ['unavailable', FAULT],
    MalformedDetail: ['rejected', 'EventBridge rejected the event. Rows must be objects of JSON.'],
    NotAuthorizedForSource: ['auth', 'The account is not allowed to use this source. Choose another.'],
    NotAuthorizedForDetailType: [
      'auth',
      'The account is not allowed to use this detail type. Choose another.',
    ],
  },
};

/** Connections to the service, and their tests. */
export const { open, check } = awsJson<EventBridgeConfig>(service, {
  write: (config) => ({
    operation: 'PutEvents',
    body: (batch) => ({ Entries: entriesOf(batch, config) }),
    results: resultsInOrder({ list: 'Entries', id: 'EventId', failed: 'FailedEntryCount' }),
  }),
  describe: (config) => ({
    operation: 'DescribeEventBus',
    body: config.eventBus === undefined ? {} : { Name: config.eventBus },
    noun: 'event bus',
    judge(answer) {
      const name = member(answer, 'Name');
      return typeof name === 'string' && typeof member(answer, 'Arn') === 'string'
        ? { ok: true, about: `the event bus ${config.eventBus ?? 'default'} exists` }
        : undefined;
    },
  }),
});

interface Entry {
  readonly Source: string;
  readonly DetailType: string;
  readonly Detail: string;
  readonly EventBusName?: string;
  /** Seconds since 1970. */
  readonly Time?: number;
}

const entriesOf = (batch: Batch, { source, detailType, eventBus }: EventBridgeConfig): Entry[] =>
  Array.from(texts(batch), (Detail, place) => {
    const { route = detailType, ms } = batch.sides?.[place] ?? {};
    return {
      Source: source,
      DetailType: route,
      Detail,
      ...(eventBus !== undefined && { EventBusName: eventBus }),
      ...(ms !== undefined && { Time: ms / 1000 }),
    };
  });

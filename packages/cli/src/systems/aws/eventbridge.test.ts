import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { expect, test } from 'vitest';
import { startAwsEventBridge } from '../../../../../test/services/aws-eventbridge.ts';
import { batchWith } from '../../../../send/test/destinations/batch.ts';
import { sendOptions } from '../../../../send/test/destinations/contract.ts';
import { awsJsonSuite } from '../../../test/aws-json-suite.ts';
import { awsEventBridge } from './eventbridge.ts';

const START_MS = 1_767_225_600_000;
const Source = 'com.example.orders';

awsJsonSuite(
  {
    destination: awsEventBridge,
    start: startAwsEventBridge,
    settings: (endpoint) => ({ source: Source, detailType: 'order', endpoint }),
    others: { eventBusName: 'orders', detailType: '{{n}} ü', stand: { eventBus: 'orders' } },
    codes: { 500: 'InternalException' },
    list: 'Entries',
    failed: 'FailedEntryCount',
    taken: { EventId: 'a' },
    throttled: ['ThrottlingException', 'rate-limited'],
    refused: 'MalformedDetail',
    tooLarge: 262_144,
    missing: [{ eventBusName: 'others' }, 'Event bus does not exist'],
    peer: {
      settings: { source: Source, eventBusName: 'orders', detailType: '{{type}}' },
      sidesOf: (n) => ({ route: `type ${n}`, ms: START_MS + n }),
      open(options) {
        const client = new EventBridgeClient(options);
        const entryOf = (row: unknown, n: number) => ({
          Source,
          DetailType: `type ${n}`,
          Detail: JSON.stringify(row),
          EventBusName: 'orders',
          Time: new Date(START_MS + n),
        });
        return {
          send: (rows) => client.send(new PutEventsCommand({ Entries: rows.map(entryOf) })),
          destroy: () => client.destroy(),
        };
      },
    },
  },
  ({ service, open }) => {
    test('detail types and times follow from the event', async () => {
      const batch = batchWith([
        [{ n: 1 }, { route: 'order paid', ms: START_MS + 500 }],
        [{ n: 2 }, { route: 'order sent' }],
      ]);
      await (await open({ detailType: 'order {{status}}' })).send(batch, sendOptions());
      expect(service().entries).toEqual([
        { Source, DetailType: 'order paid', Detail: '{"n":1}', Time: 1_767_225_600.5 },
        { Source, DetailType: 'order sent', Detail: '{"n":2}' },
      ]);
    });
  },
);

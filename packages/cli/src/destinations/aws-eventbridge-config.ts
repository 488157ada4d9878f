import {
  awsEndpointSetting,
  awsKeySettings,
  optionalTextSetting,
  recordTimeSetting,
  regionSetting,
  routeSetting,
  textSetting,
} from '@catbird/core/internal/destinations';
import * as z from 'zod/mini';

/** Characters of the longest detail type. https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html */
export const TYPE_LENGTH = 128;

/** What is wrong with a detail type, as a sentence; undefined if it is valid. */
const typeFault = (text: string): string | undefined =>
  text.length <= TYPE_LENGTH ? undefined : `Must have at most ${TYPE_LENGTH} characters`;

/** Schema of the settings. */
export const config = z.object({
  region: regionSetting('event bus'),
  eventBus: optionalTextSetting(
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
    fault: typeFault,
  }),
  ...awsKeySettings('put events'),
  recordTime: recordTimeSetting('event'),
  endpoint: awsEndpointSetting(),
});

/** The settings of the EventBridge destination. */
export type EventBridgeConfig = z.output<typeof config>;

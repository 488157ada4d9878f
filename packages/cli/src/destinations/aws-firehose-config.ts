import {
  awsEndpointSetting,
  awsKeySettings,
  regionSetting,
  textSetting,
} from '@catbird/core/internal/destinations';
import * as z from 'zod/mini';

/** Schema of the settings. */
export const config = z.object({
  region: regionSetting('stream'),
  streamName: textSetting(
    {
      label: 'Stream',
      help: 'Name of the Firehose stream, whose source must be Direct PUT.',
      example: 'events',
    },
    z.regex(/^[a-zA-Z0-9_.-]{1,64}$/, 'Must be 1–64 letters, digits, dots, hyphens or underscores'),
  ),
  ...awsKeySettings('put records'),
  endpoint: awsEndpointSetting(),
});

/** The settings of the Firehose destination. */
export type FirehoseConfig = z.output<typeof config>;

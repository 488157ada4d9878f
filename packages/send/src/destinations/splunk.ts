import * as z from 'zod/mini';
import { sendingTo } from './http-address.ts';
import type { Destination } from './destination.ts';
import {
  optionalTextSetting,
  singleWord,
  textSetting,
  recordTimeSetting,
  addressSetting,
} from './setting.ts';

const config = z.object({
  url: addressSetting({
    label: 'Address',
    help: 'Address of the HTTP Event Collector, without a path.',
    example: 'https://localhost:8088',
  }),
  token: textSetting(
    { label: 'Token', help: 'Token of the HTTP Event Collector, without acknowledgment.', secret: true },
    singleWord,
  ),
  index: optionalTextSetting({
    label: 'Index',
    help: 'One that the token may write to. Defaults to that of the token.',
    example: 'main',
  }),
  sourcetype: optionalTextSetting({
    label: 'Source type',
    help: 'Defaults to that of the token.',
    example: '_json',
  }),
  source: optionalTextSetting({
    label: 'Source',
    help: 'Where events say that they come from. Defaults to that of the token.',
    example: 'catbird',
  }),
  eventHost: optionalTextSetting({
    label: 'Host of events',
    help: 'The host field of events. Defaults to the name that Splunk knows the sender by.',
    example: 'web-1',
  }),
  recordTime: recordTimeSetting('event'),
});

/** The settings of the Splunk destination. */
export type SplunkConfig = z.output<typeof config>;

/** The same as they are given: those with a default may be left out. */
export type SplunkSettings = z.input<typeof config>;

const encoder = new TextEncoder();

/** `{"time":1767225600.000,` and `"event":}`, with a newline. */
const ROW_BYTES = 24 + 10;

/** Splunk's HTTP Event Collector. https://help.splunk.com/en/splunk-enterprise/get-data-in/collect-http-event-data */
export const splunk: Destination<SplunkConfig> = {
  name: 'Splunk',
  command: 'splunk',
  title: 'Splunk',
  kind: 'Search and logs',
  searchWords: 'logs',
  summary: 'Send events to the HTTP Event Collector of Splunk.',
  acknowledgement:
    'A 2xx response with `code` 0. Splunk has then received the event, but not yet indexed it. If it finds an invalid event, those before it are accepted, it is rejected, and the others are sent at once.',
  call: 'POST /services/collector/event',
  docs: 'https://help.splunk.com/en/splunk-enterprise/get-data-in/collect-http-event-data',
  corsSetting:
    'In inputs.conf, section [http], set crossOriginSharingPolicy to this page’s origin, and crossOriginSharingHeaders to Authorization, Content-Type.',
  config,
  limits: ({ index, sourcetype, source, eventHost }) => ({
    rows: 10_000,
    // Splunk Cloud limits requests to 1 MB, other servers to hundreds.
    bytes: 1_000_000,
    bytesPerRow:
      ROW_BYTES + encoder.encode(JSON.stringify({ index, sourcetype, source, host: eventHost })).length,
    source:
      'https://help.splunk.com/en/splunk-cloud-platform/get-started/service-terms-and-policies/splunk-cloud-platform-service-details',
  }),
  ...sendingTo<SplunkConfig>('url', () => import('./splunk-connection.ts')),
};

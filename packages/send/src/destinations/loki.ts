import * as z from 'zod/mini';
import { sendingTo } from './http-address.ts';
import type { Destination } from './destination.ts';
import {
  choiceSetting,
  optionalTextSetting,
  singleWord,
  headersSetting,
  recordTimeSetting,
  addressSetting,
  basicShape,
  bearerShape,
} from './setting.ts';

/** Most labels of a stream, and most characters of a value, by default. https://grafana.com/docs/loki/latest/configure/#limits_config */
const MAX_LABELS = 15;
const MAX_VALUE = 2048;

/** Longest line by default, and in Grafana Cloud. */
const LINE_BYTES = 262_144;

const config = z
  .object({
    url: addressSetting({
      label: 'Address',
      help: 'Address of Loki, or of a proxy in front of it.',
      example: 'http://localhost:3100',
    }),
    labels: headersSetting(
      {
        label: 'Labels',
        help: 'JSON. {{field}} stands for a value of the event. Choose fields with few values: each combination is a stream. Default: source="catbird".',
        example: '{"app": "shop", "level": "{{level}}"}',
      },
      (value) => (value.length > MAX_VALUE ? `Must have at most ${MAX_VALUE} characters` : undefined),
      (name) => (/^(?!__)[A-Za-z_]\w*$/.test(name) ? undefined : 'Must be a label name such as level'),
    ),
    tenant: optionalTextSetting(
      { label: 'Tenant', help: 'Sent as X-Scope-OrgID, if Loki has several tenants.', example: 'team-a' },
      singleWord,
    ),
    auth: choiceSetting({
      label: 'Authentication',
      help: 'That of Grafana Cloud, or of a proxy. Implied by the credentials.',
      choices: { none: 'None', basic: 'User and password', bearer: 'Bearer token' },
    }),
    ...basicShape,
    ...bearerShape,
    recordTime: recordTimeSetting('line'),
  })
  .check(
    z.refine(({ labels = {} }) => Object.keys(labels).length <= MAX_LABELS, {
      path: ['labels'],
      error: `Must have at most ${MAX_LABELS} labels`,
    }),
  );

/** The settings of the Loki destination. */
export type LokiConfig = z.output<typeof config>;

/** The same as they are given: those with a default may be left out. */
export type LokiSettings = z.input<typeof config>;

/** `["…","…"],` with a time of 19 digits, and four quotes of the line that become two bytes each. */
const ROW_BYTES = 2 + 19 + 3 + 3 + 4;

/** Grafana Loki. https://grafana.com/docs/loki/latest/reference/loki-http-api/#ingest-logs */
export const loki: Destination<LokiConfig> = {
  name: 'Loki',
  command: 'loki',
  title: 'Grafana Loki',
  kind: 'Search and logs',
  summary: 'Push each event to Loki as a line of JSON, in streams by labels.',
  acknowledgement:
    'A 204 response. If Loki returns 400 for several events, some may be stored: they fail as uncertain.',
  call: 'POST /loki/api/v1/push',
  docs: 'https://grafana.com/docs/loki/latest/reference/loki-http-api/#ingest-logs',
  corsSetting: 'Loki itself has no setting for this: put a proxy in front of it that sends the headers.',
  config,
  limits: () => ({
    rows: 10_000,
    // The longest line, so that Loki gets none that is longer.
    bytes: LINE_BYTES,
    bytesPerRow: ROW_BYTES,
    source: 'https://grafana.com/docs/loki/latest/configure/#limits_config',
  }),
  ...sendingTo<LokiConfig>('url', () => import('./loki-connection.ts')),
};

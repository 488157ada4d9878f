import * as z from 'zod/mini';
import { trimSlashes } from './http-address.ts';
import { optionalTextSetting, singleWord, textSetting, optionalAddressSetting } from './setting.ts';

/** The setting of a region. @param of what is there: `topic` */
export const regionSetting = (of: string): z.ZodMiniString =>
  textSetting({ label: 'Region', help: `Region of the ${of}.`, example: 'us-east-1' }, regionCheck);

/** Checks the name of a region. */
export const regionCheck = z.regex(/^[a-z0-9-]+$/, 'Must be a region such as us-east-1');

/** The settings of a key. @param allowed what it must be allowed to do: `put records` */
export const awsKeySettings = (allowed: string) => ({
  accessKeyId: textSetting(
    {
      label: 'Access Key',
      help: `ID of an access key that is allowed to ${allowed}.`,
      example: 'AKIAIOSFODNN7EXAMPLE',
    },
    singleWord,
  ),
  secretAccessKey: textSetting({ label: 'Secret Key', help: 'Secret of the access key.', secret: true }),
  sessionToken: optionalTextSetting(
    { label: 'Session Token', help: 'Required for temporary credentials only.', secret: true },
    singleWord,
  ),
});

/** The setting of another address than that of the region. */
export const awsEndpointSetting = () =>
  optionalAddressSetting({
    label: 'Endpoint',
    help: 'Another address, such as that of a local emulator.',
    example: 'http://localhost:4566',
  });

/** The address of a service, without a trailing slash. @param host the name of the service in it: `kinesis` */
export const awsAddress = (host: string, region: string, endpoint: string | undefined): string =>
  trimSlashes(endpoint ?? `https://${host}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`);

/** Loads what calls AWS services that take JSON. */
export const loadAwsJson = () => import('./aws-json.ts');

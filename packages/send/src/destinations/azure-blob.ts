import * as z from 'zod/mini';
import { sendingTo, trimSlashes } from './http-address.ts';
import type { Destination } from './destination.ts';
import { objectFormatProblem, objectLimits, objectShape, routedPrefix } from './object-settings.ts';
import { choiceSetting, optionalTextSetting, textSetting, optionalAddressSetting } from './setting.ts';

/** A query with a signature, with or without its question mark. https://learn.microsoft.com/rest/api/storageservices/create-service-sas */
const SAS = /^\??(?:[A-Za-z]+=[^&#\s]*)(?:&[A-Za-z]+=[^&#\s]*)*$/;

const shape = {
  account: textSetting(
    { label: 'Account', help: 'Name of the storage account.', example: 'mystorage' },
    z.regex(/^[a-z0-9]{3,24}$/, 'Must be 3–24 lower-case letters and digits'),
  ),
  container: textSetting(
    { label: 'Container', help: 'Name of the container, which must exist.', example: 'events' },
    z.regex(
      /^(?:\$web|\$root|[a-z0-9](?:-?[a-z0-9]){2,62})$/,
      'Must be the name of a container such as my-events',
    ),
  ),
  endpoint: optionalAddressSetting({
    label: 'Endpoint',
    help: 'Address of another service, without the container, such as an emulator. Default: https://ACCOUNT.blob.core.windows.net.',
    example: 'http://127.0.0.1:10000/devstoreaccount1',
  }),
  auth: choiceSetting({
    label: 'Authentication',
    help: 'Implied by the credentials.',
    choices: { sas: 'Shared access signature', key: 'Account key' },
  }),
  sas: optionalTextSetting(
    {
      label: 'Shared access signature',
      help: 'Token that may create and write blobs in the container.',
      example: 'sv=…&sig=…',
      secret: true,
      when: { auth: 'sas' },
      needed: true,
    },
    z.refine(
      (token) => SAS.test(token) && /(?:^|[?&])sig=/.test(token),
      'Must be a token such as sv=…&sig=…',
    ),
  ),
  accountKey: optionalTextSetting(
    {
      label: 'Account key',
      help: 'One of the two keys of the account.',
      secret: true,
      when: { auth: 'key' },
      needed: true,
    },
    z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Must be Base64'),
  ),
  ...objectShape,
};

const config = z.object(shape);

/** The settings of the Azure destination. */
export type AzureBlobConfig = z.output<typeof config>;

/** The same as they are given: those with a default may be left out. */
export type AzureBlobSettings = z.input<typeof config>;

/** The address of the container. */
const addressOf = ({ account, container, endpoint }: AzureBlobConfig): string =>
  `${trimSlashes(endpoint ?? `https://${account}.blob.core.windows.net`)}/${container}`;

/** Azure Blob Storage. https://learn.microsoft.com/rest/api/storageservices/put-blob */
export const azureBlob: Destination<AzureBlobConfig> = {
  name: 'AzureBlob',
  command: 'azure-blob',
  title: 'Azure Blob Storage',
  kind: 'Object storage',
  searchWords: 'bucket microsoft',
  summary: 'Store events as blobs in a container of Azure.',
  acknowledgement: 'A 201 with the `ETag` of the blob that has it.',
  call: 'Put Blob',
  corsSetting:
    'Add a CORS rule for blobs to the storage account that allows your origin, the method PUT and all headers, and exposes ETag.',
  docs: 'https://learn.microsoft.com/rest/api/storageservices/put-blob',
  config,
  limits: (settings, format) => ({
    ...objectLimits(settings, format),
    source: 'https://learn.microsoft.com/azure/storage/blobs/scalability-targets',
  }),
  formats: ['lines', 'records', 'array', 'file'],
  formatProblem: objectFormatProblem,
  ...sendingTo<AzureBlobConfig>('endpoint', () => import('./azure-blob-connection.ts'), addressOf),
  credentialScope(settings) {
    const { origin } = new URL(addressOf(settings));
    // Hosts of Azure contain the account; others may not.
    return settings.endpoint === undefined ? origin : `${origin} for ${settings.account}`;
  },
};

const routed = { ...shape, prefix: routedPrefix };

/** Azure Blob Storage with prefixes that follow from the events. */
export const azureBlobWithRoutes: Destination<AzureBlobConfig> = {
  ...azureBlob,
  config: z.object(routed),
};

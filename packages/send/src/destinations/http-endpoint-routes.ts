import * as z from 'zod/mini';
import { filledWith } from '@catbird/engine';
import { addressFault } from './http-address.ts';
import type { Destination } from './destination.ts';
import { HEADER_NAME, HEADER_VALUE, httpEndpoint, shape as plain, type HttpConfig } from './http-endpoint.ts';
import { headersSetting, routeSetting } from './setting.ts';
import { encodePart } from './object-settings.ts';
import { azureBlobWithRoutes } from './azure-blob.ts';
import { s3WithRoutes } from './s3.ts';

const faultBy = (pattern: RegExp, message: string) => (text: string) =>
  pattern.test(text) ? undefined : message;

const originOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).origin : undefined;

/** Values must not say which server gets the credentials. */
const hasOneOrigin = z.refine<string>(
  (address) => originOf(filledWith(address, 'x')) === originOf(filledWith(address, 'y')),
  'Must have values of events only in its path and query',
);

const shape = {
  ...plain,
  url: routeSetting(
    {
      label: 'Address',
      help: 'URL of every request, including path and query, where {{field}} stands for a value of the event.',
      example: 'https://example.com/events',
      fault: addressFault,
      encode: encodePart,
    },
    hasOneOrigin,
  ),
  headers: headersSetting(
    {
      label: 'More headers',
      help: 'JSON. Put credentials under Authentication instead. {{field}} stands for a value of the event, with one event per request; a header whose value is null or missing is left out.',
    },
    faultBy(HEADER_VALUE, 'Must be one line of Latin-1 characters'),
    faultBy(HEADER_NAME, 'Must be a header name such as X-API-Key'),
  ),
};

const config = z.object(shape).check(
  z.refine(({ headers, format }) => format === 'single' || !JSON.stringify(headers ?? {}).includes('{{'), {
    path: ['headers'],
    error: 'Values of events need one event per request: set the body to single',
  }),
);

/** Any HTTP endpoint, with addresses and headers that follow from the events. */
export const httpWithRoutes: Destination<HttpConfig> = {
  ...httpEndpoint,
  config,
  limits: (settings) => ({ ...httpEndpoint.limits(settings), oneRoute: true }),
};

/** Destinations whose settings may follow from the events, in place of those of the page with the same names. */
export const routedDestinations: readonly Destination[] = [httpWithRoutes, s3WithRoutes, azureBlobWithRoutes];

import type { Destination } from './destination.ts';
import { httpWithRoutes } from './http-endpoint-routes.ts';
import { azureBlobWithRoutes } from './azure-blob.ts';
import { s3WithRoutes } from './s3.ts';

/** Destinations whose settings may follow from the events, in place of those of the page with the same names. */
export const routedDestinations: readonly Destination[] = [httpWithRoutes, s3WithRoutes, azureBlobWithRoutes];

import { contentTracking } from './content-tracking.ts';
import { ecommerceTransactions } from './ecommerce-transactions.ts';
import { flappybird } from './flappybird.ts';
import { flightBookings } from './flight-bookings.ts';
import { formatJson } from './format.ts';
import { logAnalytics } from './log-analytics.ts';
import { simpleExample } from './simple-example.ts';
import { sportsbetting } from './sportsbetting.ts';
import { stockPrices } from './stock-prices.ts';
import type { Template } from './template.ts';
import { webAnalytics } from './web-analytics.ts';

export { formatJson } from './format.ts';
export type { Template, TemplateField } from './template.ts';

/** The templates that ship with Catbird, in the order of the specification; the first is the default. */
export const templates: readonly Template[] = [
  simpleExample,
  ecommerceTransactions,
  stockPrices,
  contentTracking,
  webAnalytics,
  logAnalytics,
  flappybird,
  sportsbetting,
  flightBookings,
];

/** The template of exactly this name; undefined where there is none. */
export const findTemplate = (name: string): Template | undefined =>
  templates.find((template) => template.name === name);

/** A template's schema as the text that people edit. */
export const templateText = (template: Template): string => formatJson(template.schema);

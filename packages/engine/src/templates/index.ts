import { bankTransactions } from './bank-transactions.ts';
import { contentTracking } from './content-tracking.ts';
import { ecommerceTransactions } from './ecommerce-transactions.ts';
import { flappybird } from './flappybird.ts';
import { flightBookings } from './flight-bookings.ts';
import { iotSensors } from './iot-sensors.ts';
import { logAnalyticsStarterKit } from './log-analytics-starter-kit.ts';
import { logsWithIncidents } from './logs-with-incidents.ts';
import { onlineShop } from './online-shop.ts';
import { simpleExample } from './simple-example.ts';
import { sportsbetting } from './sportsbetting.ts';
import { stockPrices } from './stock-prices.ts';
import type { Template } from './template.ts';
import { webAnalyticsStarterKit } from './web-analytics-starter-kit.ts';
import { webSessions } from './web-sessions.ts';

/** The templates that ship with Catbird, in display order. The first is the default. */
export const templates: readonly Template[] = [
  simpleExample,
  ecommerceTransactions,
  stockPrices,
  contentTracking,
  webAnalyticsStarterKit,
  logAnalyticsStarterKit,
  flappybird,
  sportsbetting,
  flightBookings,
  onlineShop,
  iotSensors,
  webSessions,
  bankTransactions,
  logsWithIncidents,
];

/** The template with exactly this name, or undefined. */
export const findTemplate = (name: string): Template | undefined =>
  templates.find((template) => template.name === name);

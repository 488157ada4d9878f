import { bankTransactions } from './bank-transactions.ts';
import { iotSensors } from './iot-sensors.ts';
import { logsWithIncidents } from './logs-with-incidents.ts';
import { onlineShop } from './online-shop.ts';
import { plainStories } from './plain.ts';
import type { Story } from '../story.ts';
import { webSessions } from './web-sessions.ts';

const stories: Readonly<Record<string, Story>> = {
  ...plainStories,
  'Online Shop': onlineShop,
  'IoT Sensors': iotSensors,
  'Web Sessions': webSessions,
  'Bank Transactions': bankTransactions,
  'Logs with Incidents': logsWithIncidents,
};

/**
 * The story of a template.
 *
 * @throws Error when it has none
 */
export function storyOf(template: string): Story {
  const story = stories[template];
  if (story === undefined) throw new Error(`${template} has no story in apps/docs/reference/stories`);
  return story;
}

import { parseConfig, planRate, steady } from '@catbird/send';
import type { Form } from './config.ts';
import { destinationOf, rateText, valuesOf, visibleOf } from './settings.ts';

/** Assumed row size before a row has been generated; the templates' rows are about this large. */
const TYPICAL_BYTES = 200;

/** How many requests the chosen rate takes, and whether the service allows them. Undefined while the rate is invalid, and for destinations without requests. */
export function limitsNote(form: Form): string | undefined {
  const eps = Number(form.eps);
  const destination = destinationOf(form);
  if (!(eps > 0) || !Number.isFinite(eps)) return undefined;
  const parsed = parseConfig(destination, visibleOf(destination, valuesOf(form)));
  if (!parsed.ok) return undefined;
  const limits = destination.limits(parsed.config);
  const plan = planRate(steady(eps), limits, TYPICAL_BYTES);
  if (destination.host(parsed.config) === undefined) return undefined;
  const needed = requestsText(plan);
  if (limits.requestsPerSecond === undefined) return needed;
  const allowed = `${destination.title} allows ${rateText(limits.requestsPerSecond)} requests/s`;
  return plan.fits
    ? `${needed} ${allowed}.`
    : `${needed} ${allowed}: about ${rateText(Math.floor(plan.mostPerSecond))} events/s will arrive on time, the rest late.`;
}

function requestsText({ requestsPerSecond, rowsPerRequest }: ReturnType<typeof planRate>): string {
  if (requestsPerSecond < 1)
    return `One request every ${rateText(Math.round(10 / requestsPerSecond) / 10)} seconds.`;
  const rows = `${rateText(rowsPerRequest)} ${rowsPerRequest === 1 ? 'event' : 'events'}`;
  return `About ${rateText(Math.ceil(requestsPerSecond))} ${requestsPerSecond > 1 ? 'requests' : 'request'}/s, ${rows} each.`;
}

import { parseConfig } from '@catbird/core/destinations';
import { planRate, steady } from '@catbird/core/delivery';
import { destinationOf, rateText, valuesOf, type Form } from './settings.ts';

/** Bytes of a row while none has been made: those of the templates lie around it. */
const TYPICAL_BYTES = 200;

/** A sentence on the requests that the asked rate will be; undefined while the rate makes no sense, or where none are sent. */
export function limitsNote(form: Form): string | undefined {
  const eps = Number(form.eps);
  const destination = destinationOf(form);
  if (!(eps > 0) || !Number.isFinite(eps)) return undefined;
  const parsed = parseConfig(destination, valuesOf(form));
  if (!parsed.ok) return undefined;
  const limits = destination.limits(parsed.config);
  const plan = planRate(steady(eps), limits, TYPICAL_BYTES);
  if (destination.host(parsed.config) === undefined) return undefined;
  const requests = plan.requestsPerSecond;
  const often =
    requests >= 1
      ? `About ${rateText(Math.ceil(requests))} ${requests > 1 ? 'requests' : 'request'} a second, ${rateText(plan.rowsPerRequest)} ${plan.rowsPerRequest === 1 ? 'event' : 'events'} each.`
      : `A request every ${rateText(Math.round(10 / requests) / 10)} seconds.`;
  if (limits.requestsPerSecond === undefined) return often;
  const most = `${destination.title} takes ${rateText(limits.requestsPerSecond)} requests a second`;
  return plan.fits
    ? `${often} ${most}.`
    : `${often} ${most}: about ${rateText(Math.floor(plan.mostPerSecond))} events a second will arrive, the rest late.`;
}

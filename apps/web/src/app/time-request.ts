import { checkForm, errorsOf } from '../state/settings.ts';
import type { State } from '../state/state.ts';
import { isTimeError, timeSettings } from '../state/time.ts';
import type { PlanRequest, TimeRequest } from '../worker/schema-protocol.ts';

/** The times of the saved settings, which the next stream has. */
export const timeRequest = ({ config }: State): TimeRequest => ({
  settings: timeSettings(config?.time),
  eps: config?.eps ?? 1,
});

/** The stream of the form as typed; undefined while its rate, its limit or its times are invalid. */
export function planRequest({ form, content, lenient, seed }: State): PlanRequest | undefined {
  const concerned = ['eps', 'limit'];
  const wrong = Object.keys(errorsOf(checkForm(form)));
  if (wrong.some((name) => concerned.includes(name) || isTimeError(name))) return undefined;
  const eps = form.eps.trim() === '' ? 1 : Number(form.eps);
  const limit = form.limited && form.limit.trim() !== '' ? Number(form.limit) : -1;
  return {
    text: { content, lenient },
    seed,
    time: { settings: timeSettings(form.time), eps },
    limit,
  };
}

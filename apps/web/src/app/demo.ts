import { simpleExample } from '@catbird/engine';
import { holdsSchema } from '../link/link-report.ts';
import { checkForm, errorsOf } from '../state/settings.ts';
import { isRunning } from '../state/state.ts';
import { loadTemplates } from '../state/templates.ts';
import type { Address } from './address.ts';
import type { Previewer } from './previewer.ts';
import type { Store } from './store.ts';

/** Ten seconds of events that go nowhere. */
const DEMO = { generatorName: 'Log', eps: '200', limited: true, limit: '2000' };

/** Its events have many kinds of fields, and come at exactly the rate, one by one: those of journeys come at it on average. */
const TEMPLATE = 'IoT Sensors';

/**
 * On the landing: fills in settings and schema and runs a stream to Log, as a user would. The schema is the link's, if it has one.
 * Neither the address nor anything that the browser keeps changes.
 *
 * @returns whether the stream may start; if not, the schema designer shows why
 */
export async function prepareDemo(store: Store, previewer: Previewer, address: Address): Promise<boolean> {
  const { form: before, step } = store.get();
  if (step !== 0 || isRunning(store.get())) return false;
  const form = { ...before, ...DEMO, options: {} };
  const checked = checkForm(form);
  if (!checked.ok) throw new Error(`Invalid settings: ${Object.keys(errorsOf(checked)).join(', ')}`);
  const isDefault = store.get().template === simpleExample.name;
  if (isDefault && !holdsSchema(address.search())) {
    await loadTemplates();
    store.dispatch({ type: 'template chosen', template: TEMPLATE });
  }
  const isValid = await previewer.preview({ keepsAddress: true });
  // The user has gone on by hand.
  if (store.get().step !== 0) return false;
  store.dispatch({ type: 'advanced' });
  store.dispatch({ type: 'form changed', form });
  store.dispatch({ type: 'settings saved', config: checked.config });
  return isValid;
}

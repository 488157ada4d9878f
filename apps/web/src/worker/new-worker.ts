// oxlint-disable-next-line import/default -- Vite provides it: the address of the built worker
import engine from './engine.worker.ts?worker&url';
// oxlint-disable-next-line import/default -- the same
import sample from './sample.worker.ts?worker&url';
import { TIMED } from './slowness.ts';

/** Serves the page without a network; the build writes it beside the document. */
const OFFLINE = 'sw.js';

/**
 * The only Trusted Types policy that the page's header allows; it accepts only the page's own workers. Created on load, so
 * that no other script can take its name. Undefined without Trusted Types, and outside of a page.
 */
const policy = globalThis.window?.trustedTypes?.createPolicy('catbird-worker', {
  createScriptURL(url) {
    if (![engine, sample, OFFLINE].includes(url)) throw new TypeError(`${url} is not a worker of the page`);
    return url;
  },
});

const workerAt = (address: string, name = ''): Worker =>
  new Worker(policy?.createScriptURL(address) ?? address, { type: 'module', name });

/** A new worker that runs the engine. @param isTimed it says how slow the machine is */
export const newWorker = (isTimed = false): Worker => workerAt(engine, isTimed ? TIMED : '');

/** A new worker that reads samples. */
export const newSampleWorker = (): Worker => workerAt(sample);

/** Registers the service worker. */
export const registerServiceWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(policy?.createScriptURL(OFFLINE) ?? OFFLINE);

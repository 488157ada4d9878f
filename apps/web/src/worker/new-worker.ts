// oxlint-disable-next-line import/default -- Vite provides it: the address of the built worker
import address from './engine.worker.ts?worker&url';

/**
 * The only Trusted Types policy that the page's header allows; it accepts only the engine's own script. Created on load, so
 * that no other script can take its name. Undefined without Trusted Types, and outside of a page.
 */
const policy = globalThis.window?.trustedTypes?.createPolicy('catbird-worker', {
  createScriptURL(url) {
    if (url !== address) throw new TypeError(`${url} is not the engine's worker`);
    return url;
  },
});

/** A new worker that runs the engine. */
export const newWorker = (): Worker =>
  new Worker(policy?.createScriptURL(address) ?? address, { type: 'module' });

// oxlint-disable-next-line import/default -- Vite makes it: the address of the built worker
import address from './engine.worker.ts?worker&url';

/**
 * The only policy that the page's header allows. It vouches for the engine's own script and for nothing else. Made as soon as the page
 * loads, so that no other script can take its name. Undefined where there are no Trusted Types, and outside of a page.
 */
const policy = globalThis.window?.trustedTypes?.createPolicy('catbird-worker', {
  createScriptURL(url) {
    if (url !== address) throw new TypeError(`${url} is not the engine's worker`);
    return url;
  },
});

/** The engine in a worker of its own. */
export const newWorker = (): Worker =>
  new Worker(policy?.createScriptURL(address) ?? address, { type: 'module' });

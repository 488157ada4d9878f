// oxlint-disable-next-line import/default -- Vite makes it: the address of the built worker
import address from './engine.worker.ts?worker&url';

function once() {
  let known: ReturnType<NonNullable<Window['trustedTypes']>['createPolicy']> | undefined;
  // A name is given to one policy only.
  return () =>
    (known ??= window.trustedTypes?.createPolicy('catbird-worker', {
      createScriptURL(url) {
        if (url !== address) throw new TypeError(`${url} is not the engine's worker`);
        return url;
      },
    }));
}

/** The only policy that the page's header allows. It vouches for the engine's own script and for nothing else. */
const policy = once();

/** The engine in a worker of its own. */
export const newWorker = (): Worker =>
  new Worker(policy()?.createScriptURL(address) ?? address, { type: 'module' });

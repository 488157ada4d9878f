import { loaded } from '../ui/index.ts';
import { logLine } from '../worker/console.ts';
import { registerServiceWorker } from '../worker/new-worker.ts';

/** Has the browser keep the page's files after it has loaded, so that it opens without a network. Not for readers who save data. */
export async function keepOffline(): Promise<void> {
  // Absent over plain http, except on this machine.
  if (!('serviceWorker' in navigator) || navigator.connection?.saveData === true) return;
  await loaded();
  try {
    await registerServiceWorker();
  } catch (error) {
    // The page works all the same, with a network.
    logLine(`The page won’t work offline: ${String(error)}`);
  }
}

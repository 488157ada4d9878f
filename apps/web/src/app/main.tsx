import { StrictMode, startTransition } from 'react';
import '../styles/index.css';
import { keepOffline } from '../offline/register.ts';
import { KEPT } from '../kept/kept-run.ts';
import { loaded } from '../ui/index.ts';
import { App } from './app.tsx';
import { firstGesture } from './first-gesture.ts';
import { newLoader } from './loader.ts';
import { SECTIONS } from './newest-step.ts';

const loader = newLoader(async () => {
  const { openSteps } = await import('./steps.tsx');
  await nextTask();
  return openSteps();
});

/** Scripts take long to evaluate, so that what follows gets a task of its own. */
function nextTask(): Promise<void> {
  return new Promise((done) => setTimeout(done));
}

/** Shows the page. A link is restored first; without one, the landing is first, and all that is behind it comes once it has loaded. */
async function open(): Promise<void> {
  if (location.search !== '') await loader.load();
  await nextTask();
  const { createRoot } = await import('react-dom/client');
  const root = document.querySelector('#root');
  if (root === null) throw new Error('The document has no element #root');
  const page = createRoot(root);
  // A transition is rendered in short tasks.
  startTransition(() =>
    page.render(
      <StrictMode>
        <App loader={loader} />
      </StrictMode>,
    ),
  );
  await loaded();
  if (location.search === '' && !(await hasBeenUsed())) await firstGesture;
  // The development server's files change all the time.
  if (import.meta.env.PROD) void keepOffline();
  await loader.load();
}

void open();
void measure();

/** Whether this browser may keep earlier runs, which the page offers at once. A browser that blocks storage keeps none. */
async function hasBeenUsed(): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === KEPT);
  } catch {
    return false;
  }
}

/** Only in builds with an analytics script. */
async function measure(): Promise<void> {
  if (!import.meta.env.PROD || import.meta.env.VITE_ANALYTICS_SRC === '') return;
  await loaded();
  const { startAnalytics } = await import('../analytics/analytics.ts');
  const analytics = startAnalytics();
  const report = (): void => analytics.view(SECTIONS[loader.get().steps?.store.get().step ?? 0]);
  // A link has loaded the steps by now; from the landing, they come later.
  const follow = (): void => {
    loader.get().steps?.store.subscribe(report);
    report();
  };
  loader.subscribe(follow);
  follow();
}

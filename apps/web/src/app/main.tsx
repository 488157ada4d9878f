import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../styles/index.css';
import { newEngine } from '../worker/engine.ts';
import { newActions, randomSeed } from './actions.ts';
import { windowAddress } from './address.ts';
import { App, SECTIONS } from './app.tsx';
import { newStore } from './store.ts';

const store = newStore(randomSeed());
const actions = newActions(store, newEngine(), windowAddress());
await actions.open();

const root = document.querySelector('#root');
if (root === null) throw new Error('The document has no element #root');
createRoot(root).render(
  <StrictMode>
    <App store={store} actions={actions} />
  </StrictMode>,
);

// Only in builds with an analytics script.
if (import.meta.env.PROD && import.meta.env.VITE_ANALYTICS_SRC !== '') {
  const { startAnalytics } = await import('../analytics/analytics.ts');
  const analytics = startAnalytics();
  const report = (): void => analytics.view(SECTIONS[store.get().step]);
  store.subscribe(report);
  report();
}

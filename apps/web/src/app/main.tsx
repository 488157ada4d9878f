import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../styles/index.css';
import { newEngine } from '../worker/client.ts';
import { newActions, randomSeed } from './actions.ts';
import { windowAddress } from './address.ts';
import { App } from './app.tsx';
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

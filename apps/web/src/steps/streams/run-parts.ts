/** What a run of streams needs besides the bar. Loaded when it starts. */
export { RunView } from './run-view.tsx';
export { StreamControls } from './stream-controls.tsx';
export { StreamAccount } from './stream-account.tsx';

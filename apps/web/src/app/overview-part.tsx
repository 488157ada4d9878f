import { Suspense } from 'react';
import type { OverviewProps } from '../steps/overview/overview.tsx';
import { isRunning } from '../state/state.ts';
import { Button, lazyPart } from '../ui/index.ts';

const load = () => import('../steps/overview/overview.tsx');

/** Without its script, a stream can still be stopped. */
const Unavailable = ({ id, state, actions }: OverviewProps) => (
  <section className="sec" id={id} aria-label="Overview">
    <p className="hint">This step couldn’t be loaded. Reload the page.</p>
    {isRunning(state) && <Button onClick={() => actions.stop()}>Stop Generating!</Button>}
  </section>
);

const Loaded = lazyPart(async () => (await load()).Overview, Unavailable);

/** Loads the overview before it is shown. */
export const prefetchOverview = (): void => void load().catch(() => undefined);

/** The overview, loaded when it is first shown. Meanwhile its place is taken, so that nothing moves and the page can scroll to it. */
export const OverviewPart = (props: OverviewProps) => (
  <Suspense
    fallback={<section className="sec overview-wait" id={props.id} aria-label="Overview" aria-busy />}
  >
    <Loaded {...props} />
  </Suspense>
);

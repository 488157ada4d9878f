import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { Button } from './button.tsx';
import { Report } from './report.tsx';

/** In place of a part of the page that could not be loaded: offline, or after an update of the page. */
export const NotLoaded = () => (
  <Report
    tone="failed"
    title="This part of the page could not be loaded"
    actions={
      <Button look="outline" onClick={() => location.reload()}>
        Reload the page
      </Button>
    }
  >
    <p>The network may be down, or the page may have been updated since you opened it.</p>
  </Report>
);

/**
 * A part of the page that is loaded when it is first shown. If that fails, offline or after an update, a notice takes its place: nothing
 * else of the page may end with it, least of all the button that stops a stream.
 *
 * @param instead takes the place of the notice
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: ComponentType<Props> = NotLoaded,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: instead }),
    ),
  );

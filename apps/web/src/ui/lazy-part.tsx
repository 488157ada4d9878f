import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { NotLoaded } from './not-loaded.tsx';

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

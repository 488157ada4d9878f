import { Suspense } from 'react';
import { lazyPart } from '../../ui/index.ts';
import type { DesignerProps } from './designer-props.ts';

const load = () => import('./designer.tsx');

const Designer = lazyPart(async () => (await load()).Designer);

/** Loads the step and its editor before they are shown. */
export function prefetchDesigner(): void {
  const ignore = (): void => undefined;
  load()
    .then(({ loadFields }) => loadFields())
    .then(ignore, ignore);
}

/** Step 2: what one event looks like. Its heading and place are there at once; the rest loads when it is first shown. */
export const SchemaDesigner = ({ id, ...props }: DesignerProps & { readonly id: string }) => (
  <section className="sec designer" id={id} aria-labelledby="schema-title">
    <div className="sec-head">
      <h2 id="schema-title">Schema Designer</h2>
      <p className="sub">What one event looks like.</p>
    </div>
    <Suspense fallback={<div className="designer-place" aria-busy="true" />}>
      <Designer {...props} />
    </Suspense>
  </section>
);

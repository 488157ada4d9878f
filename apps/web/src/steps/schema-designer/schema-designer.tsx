import { templates } from '@catbird/engine';
import { Suspense } from 'react';
import { CUSTOM } from '../../state/state.ts';
import { lazyPart, Select } from '../../ui/index.ts';
import type { DesignerProps } from './designer-props.ts';

const load = () => import('./designer.tsx');

const Designer = lazyPart(async () => (await load()).Designer);

/** Loads the step and its editor before they are shown. */
export function prefetchDesigner(): void {
  const ignore = (): void => undefined;
  load()
    .then(({ loadParts }) => loadParts())
    .then(ignore, ignore);
}

const CHOICES = [...templates.map(({ name }) => name), CUSTOM].map((name) => ({ value: name, label: name }));

/** Step 2: what one event looks like. Its heading and place are there at once; the rest loads when it is first shown. */
export const SchemaDesigner = ({ id, ...props }: DesignerProps & { readonly id: string }) => (
  <section className="sec designer" id={id} aria-labelledby="schema-title">
    <div className="sec-head">
      <div>
        <h2 id="schema-title">Schema Designer</h2>
        <p className="sub">
          What one event looks like. Same schema, same seed, same rows: here and in the terminal.
        </p>
      </div>
      <div className="template-choice">
        <label htmlFor="template">Template</label>
        <Select
          id="template"
          value={props.state.template}
          options={CHOICES}
          disabled={props.locked}
          onValue={(name) => props.actions.chooseTemplate(name)}
        />
      </div>
    </div>
    <Suspense fallback={<div className="designer-place" aria-busy="true" />}>
      <Designer {...props} />
    </Suspense>
  </section>
);

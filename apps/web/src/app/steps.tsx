import { memo, useDeferredValue, useEffect, useLayoutEffect, useRef, Suspense } from 'react';
import { newOwnership } from '../kept/ownership.ts';
import { SchemaDesigner, prefetchDesigner } from '../steps/schema-designer/schema-designer.tsx';
import { Settings } from '../steps/settings/settings.tsx';
import type { LinkReport } from '../state/config.ts';
import { isSameBeforeRun, type StateBeforeRun } from '../state/before-run.ts';
import { isRunning, isUnconfirmed, type State, type Step } from '../state/state.ts';
import { newTypeSource, TypeSourceProvider, type TypeSource } from '../type-picker/type-source.ts';
import { newEngine } from '../worker/engine.ts';
import { newActions, randomSeed, type Actions } from './actions.ts';
import { windowAddress } from './address.ts';
import { CurveForm } from './curve-part.ts';
import { newStore } from './store.ts';
import type { OverviewProps } from '../steps/overview/overview.tsx';
import { Button, lazyPart } from '../ui/index.ts';
import { destinationOf } from '../state/settings.ts';
import { fieldCount, fieldsText } from '../state/field-count.ts';

/** What is behind the landing: the page's state, what the user can do, and what shows it. */
export type Steps = Awaited<ReturnType<typeof openSteps>>;

/** Restores the address. Called once. */
export async function openSteps() {
  const store = newStore(randomSeed());
  const actions = newActions(store, newEngine(), windowAddress(), newOwnership(navigator.locks));
  await actions.open();
  const types = newTypeSource(actions);
  return { store, actions, types, reachedOf, StepList };
}

/** What the page around the steps shows of them. */
export interface Reached {
  /** The latest revealed step. */
  readonly latest: Step;
  readonly isRunning: boolean;
  /** Each step after the landing in one line; undefined: nothing to say yet. */
  readonly summaries: readonly (string | undefined)[];
  readonly report: LinkReport | undefined;
}

const reachedOf = (state: State): Reached => ({
  latest: state.step,
  isRunning: isRunning(state),
  summaries: summariesOf(state),
  report: state.linkReport,
});

/** The designer draws itself first, in milliseconds; then the overview loads. */
const DESIGNER_MS = 1000;

interface StepListProps {
  readonly state: State;
  readonly actions: Actions;
  readonly types: TypeSource;
  /** Opens a config in place of the steps. */
  readonly onConfig: (file: File) => void;
}

/** The revealed steps. The scripts of the next one are loaded before it is shown. */
function StepList({ state, actions, types, onConfig }: StepListProps) {
  const { step } = state;
  useEffect(() => {
    // Not within the click that shows the step.
    if (step === 1) setTimeout(prefetchDesigner);
    if (step === 2) setTimeout(prefetchOverview, DESIGNER_MS);
  }, [step]);
  // What a start changes is drawn in short tasks after the frame of the click.
  const drawnStep = useDeferredValue(step);
  const locked = useDeferredValue(isRunning(state));
  const latest = useRef(state);
  useLayoutEffect(() => {
    latest.current = state;
  }, [state]);
  useEffect(() => listenToKeys(() => latest.current, actions), [actions]);
  return (
    <TypeSourceProvider value={types}>
      {step >= 1 && <SettingsPart state={state} locked={locked} actions={actions} />}
      {step >= 2 && <SchemaPart state={state} locked={locked} actions={actions} onConfig={onConfig} />}
      {step >= 3 &&
        (drawnStep >= 3 ? (
          <OverviewPart id="overview" state={state} actions={actions} curveForm={CurveForm} />
        ) : (
          <Waiting id="overview" />
        ))}
    </TypeSourceProvider>
  );
}

interface PartProps {
  readonly state: StateBeforeRun;
  readonly locked: boolean;
  readonly actions: Actions;
}

/** A report of a run renders the overview only. */
const isSamePart = (before: PartProps, after: PartProps): boolean =>
  before.locked === after.locked &&
  before.actions === after.actions &&
  isSameBeforeRun(before.state, after.state);

const SchemaPart = memo(function SchemaPart(props: PartProps & Pick<StepListProps, 'onConfig'>) {
  return <SchemaDesigner id="schema" {...props} />;
}, isSamePart);

const SettingsPart = memo(function SettingsPart({ state, locked, actions }: PartProps) {
  return (
    <Settings
      id="settings"
      form={state.form}
      saved={state.config}
      errors={state.errors}
      withheld={state.withheld}
      isUnconfirmed={(config) => isUnconfirmed(state, config)}
      first={state.step === 1}
      locked={locked}
      schema={state}
      onForm={(form) => actions.changeForm(form)}
      onPlan={() => actions.plan()}
      onSave={() => actions.save()}
      onTest={() => actions.testConnection()}
    />
  );
}, isSamePart);

/** What a key does in a state. Undefined: nothing now. */
function actionOf(
  { key, shiftKey }: KeyboardEvent,
  state: State,
  actions: Actions,
): (() => unknown) | undefined {
  if (key === '.') return isRunning(state) ? () => actions.stop() : undefined;
  if (key !== 'Enter' || state.step < 2) return undefined;
  if (!shiftKey) return () => actions.preview();
  if (isRunning(state)) return undefined;
  return () => (state.step === 2 ? actions.saveAndGenerate() : actions.start());
}

/**
 * Ctrl+Enter refreshes the preview, Ctrl+Shift+Enter starts and Ctrl+. stops, wherever the focus is, except in a dialog. On a Mac, Cmd is Ctrl.
 *
 * @returns the function that ends it
 */
function listenToKeys(state: () => State, actions: Actions): () => void {
  const press = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.repeat || event.isComposing || event.altKey) return;
    if (!(event.ctrlKey || event.metaKey) || document.querySelector('dialog[open]') !== null) return;
    const action = actionOf(event, state(), actions);
    if (action === undefined) return;
    event.preventDefault();
    void action();
  };
  addEventListener('keydown', press);
  return () => removeEventListener('keydown', press);
}

const loadOverview = () => import('../steps/overview/overview.tsx');

/** Without its script, a stream can still be stopped. */
const Unavailable = ({ id, state, actions }: OverviewProps) => (
  <section className="sec" id={id} aria-label="Overview">
    <p className="hint">This step couldn’t be loaded. Reload the page.</p>
    {isRunning(state) && <Button onClick={() => actions.stop()}>Stop Generating!</Button>}
  </section>
);

const LoadedOverview = lazyPart(async () => (await loadOverview()).Overview, Unavailable);

/** Loads the overview before it is shown. */
const prefetchOverview = (): void => void loadOverview().catch(() => undefined);

/** The place of the overview, so that nothing moves and the page can scroll to it. */
const Waiting = ({ id }: { readonly id: string }) => (
  <section className="sec overview-wait" id={id} aria-label="Overview" aria-busy />
);

/** The overview, loaded when it is first shown. */
const OverviewPart = (props: OverviewProps) => (
  <Suspense fallback={<Waiting id={props.id} />}>
    <LoadedOverview {...props} />
  </Suspense>
);

/** Each step of the page, in one line; undefined: nothing to say yet. */
const summariesOf = (state: State): readonly (string | undefined)[] => [
  state.step > 0 ? connectSummary(state) : undefined,
  schemaSummary(state),
];

/** Where the events go, in one line. */
const connectSummary = ({ config, form }: State): string => destinationOf(config ?? form).title;

/** The schema, in one line. */
function schemaSummary({ step, template, content }: State): string | undefined {
  if (step < 2) return undefined;
  const fields = fieldCount(content);
  return fields === undefined ? template : `${template}, ${fieldsText(fields)}`;
}

import { memo, useEffect, useLayoutEffect, useRef } from 'react';
import { newOwnership } from '../kept/new-ownership.ts';
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
import { listenToKeys } from './keys.ts';
import { guardLeaving } from './leave-guard.ts';
import { OverviewPart, prefetchOverview } from './overview-part.tsx';
import { newStore } from './store.ts';
import { summariesOf } from './summaries.ts';

/** What is behind the landing: the page's state, what the user can do, and what shows it. */
export type Steps = Awaited<ReturnType<typeof openSteps>>;

/** Restores the address. Called once. */
export async function openSteps() {
  const store = newStore(randomSeed());
  const actions = newActions(store, newEngine(), windowAddress(), newOwnership(navigator.locks));
  await actions.open();
  guardLeaving(store);
  const types = newTypeSource(actions);
  return { store, actions, types, reachedOf, prefetchOverview, StepList };
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
  }, [step]);
  const isValid = state.schema !== undefined;
  useEffect(() => {
    if (isValid) prefetchOverview();
  }, [isValid]);
  const latest = useRef(state);
  useLayoutEffect(() => {
    latest.current = state;
  }, [state]);
  useEffect(() => listenToKeys(() => latest.current, actions), [actions]);
  const locked = isRunning(state);
  return (
    <TypeSourceProvider value={types}>
      {step >= 1 && <SettingsPart state={state} locked={locked} actions={actions} />}
      {step >= 2 && <SchemaPart state={state} locked={locked} actions={actions} onConfig={onConfig} />}
      {step >= 3 && <OverviewPart id="overview" state={state} actions={actions} curveForm={CurveForm} />}
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
      schemaKey={`${state.seed} ${state.content}`}
      onForm={(form) => actions.changeForm(form)}
      onPlan={() => actions.plan()}
      onSave={() => actions.save()}
      onTest={() => actions.testConnection()}
    />
  );
}, isSamePart);

import { lazy, useEffect, useRef } from 'react';
import { Landing } from '../steps/landing/landing.tsx';
import { Overview } from '../steps/overview/overview.tsx';
import { SchemaDesigner } from '../steps/schema-designer/schema-designer.tsx';
import { Settings } from '../steps/settings/settings.tsx';
import { isRunning, isUnconfirmed, type State, type Step } from '../state/state.ts';
import { Rail, ThemeSwitch, useInView } from '../ui/index.ts';
import type { Actions } from './actions.ts';
import { connectSummary, runSummary, schemaSummary } from './summaries.ts';
import { useStore, type Store } from './store.ts';

/** The documentation is beside the page. Source is set at build time; empty hides it. */
const LINKS = [
  { label: 'Docs', href: 'docs/' },
  { label: 'Source', href: import.meta.env.VITE_REPOSITORY_URL },
].filter(({ href }) => href !== '');

/** Steps do not import each other: the overview gets the curve of the settings from here. */
const CurveForm = lazy(() => import('./curve-form.tsx').then((module) => ({ default: module.CurveForm })));

/** Ids of the sections, by step. */
export const SECTIONS = ['landing', 'settings', 'schema', 'overview'] as const;

/** The page: the left column and the revealed steps. */
export function App({ store, actions }: { readonly store: Store; readonly actions: Actions }) {
  const state = useStore(store);
  const { step } = state;
  const running = isRunning(state);
  useScrollToNewest(step);
  const inView = useInView(SECTIONS.slice(0, step + 1));
  return (
    <>
      <a className="skip" href="#main">
        Skip to the steps
      </a>
      <div className="frame">
        <Rail home="#landing" links={LINKS} inView={inView} steps={stepsOf(state)} foot={<Foot />} />
        <main id="main">
          <Landing onStart={step === 0 ? () => actions.begin() : undefined} pausedByDefault={step > 0} />
          {step >= 1 && (
            <Settings
              id="settings"
              form={state.form}
              saved={state.config}
              errors={state.errors}
              withheld={state.withheld}
              isUnconfirmed={(config) => isUnconfirmed(state, config)}
              first={step === 1}
              locked={running}
              schemaKey={`${state.seed} ${state.content}`}
              onForm={(form) => actions.changeForm(form)}
              onPlan={() => actions.plan()}
              onSave={() => actions.save()}
              onTest={() => actions.testConnection()}
            />
          )}
          {step >= 2 && <SchemaDesigner id="schema" state={state} locked={running} actions={actions} />}
          {step >= 3 && <Overview id="overview" state={state} actions={actions} curveForm={CurveForm} />}
          <footer className="foot-small">
            <Foot />
          </footer>
        </main>
      </div>
    </>
  );
}

const stepsOf = (state: State) => [
  {
    id: 'settings',
    title: 'Connect',
    summary: state.step > 0 ? connectSummary(state) : undefined,
    reached: state.step >= 1,
  },
  { id: 'schema', title: 'Build the schema', summary: schemaSummary(state), reached: state.step >= 2 },
  { id: 'overview', title: 'Generate data', summary: runSummary(state), reached: state.step >= 3 },
];

const Foot = () => (
  <>
    <p>Runs in this tab. Events and credentials go straight to your destination.</p>
    <ThemeSwitch />
  </>
);

/** Scrolls to the newest step, without animation if reduced motion is preferred. */
function useScrollToNewest(step: Step): void {
  const seen = useRef<Step>(0);
  useEffect(() => {
    if (step > seen.current) {
      const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
      document
        .querySelector(`#${SECTIONS[step]}`)
        ?.scrollIntoView({ behavior: isReduced ? 'instant' : 'smooth' });
    }
    seen.current = step;
  }, [step]);
}

import { Suspense, useEffect, type ComponentProps } from 'react';
import { flushSync } from 'react-dom';
import { Landing } from '../steps/landing/landing.tsx';
import type { LinkReport } from '../state/config.ts';
import type { State } from '../state/state.ts';
import { drawn, lazyPart, loaded, shown, NotLoaded, Rail, ThemeSwitch, useInView } from '../ui/index.ts';
import { useConfigSource, type OpenConfig } from './config-source.ts';
import { inViewOrGesture } from './first-gesture.ts';
import type { Loader } from './loader.ts';
import { SECTIONS, useNewestStep } from './newest-step.ts';
import type { Reached, Steps } from './steps.tsx';
import { useStore, type Readable } from './use-store.ts';

/** The documentation is beside the page. Source is set at build time; empty hides it. */
const LINKS = [
  { label: 'Docs', href: 'docs/' },
  { label: 'Source', href: import.meta.env.VITE_REPOSITORY_URL },
].filter(({ href }) => href !== '');

/** The streams of a config, in place of the steps. */
const Streams = lazyPart(async () => (await import('./config-step.tsx')).ConfigStep);

/** Streams of before and templates, below the landing. */
const StartPoints = lazyPart(
  async () => {
    await loaded();
    await inViewOrGesture('.start-wait');
    const { StartPoints, loadRecent } = await import('../steps/landing/start-points.tsx');
    await loadRecent();
    return StartPoints;
  },
  () => null,
);

/** Comes after the page: whether there is an earlier run takes a look at the browser's storage. */
const KeptNotice = lazyPart(
  async () => {
    await loaded();
    return (await import('./kept-notice.tsx')).KeptNotice;
  },
  () => null,
);

/** The page: the left column and the revealed steps. Until what is behind it has loaded, the landing stands alone. */
export function App({ loader }: { readonly loader: Loader }) {
  const behind = useBehind(loader);
  useEffect(shown, []);
  const { latest, isRunning, summaries, report } = behind?.steps.reachedOf(behind.state) ?? NOTHING;
  const config = useConfigSource(isRunning);
  const hasConfig = config.source !== undefined;
  const canBegin = latest === 0 && !hasConfig;
  useNewestStep(latest);
  // The steps wait behind an open config.
  const inView = useInView(hasConfig ? CONFIG_SECTIONS : SECTIONS.slice(0, latest + 1));
  return (
    <>
      <a className="skip" href="#main">
        Skip to the steps
      </a>
      <div className="frame">
        <Rail
          home="#landing"
          links={LINKS}
          inView={inView}
          steps={hasConfig ? CONFIG_STEPS : railSteps(latest, summaries)}
          notice={behind && !hasConfig && <Notice {...behind} />}
          foot={FOOT}
        />
        <main id="main">
          <LandingPart
            loader={loader}
            chosen={behind?.state}
            report={report}
            canBegin={canBegin}
            onConfig={config.open}
            onward={`#${hasConfig ? 'streams' : SECTIONS[latest]}`}
          />
          {behind ? <StepsPart {...behind} config={config} /> : <LoadFailure loader={loader} />}
          {canBegin && (
            <Suspense fallback={<div className="start-wait" />}>
              <StartPoints onBegin={(prepare) => void beginWith(loader, prepare)} onConfig={config.open} />
            </Suspense>
          )}
          <footer className="foot-small">{FOOT}</footer>
        </main>
      </div>
    </>
  );
}

const NO_STORE: Readable<undefined> = { get: () => undefined, subscribe: () => () => undefined };

/** Before the steps have loaded, none is reached. */
const NOTHING: Reached = { latest: 0, isRunning: false, summaries: [], report: undefined };

/** What is behind the landing, in its present state. */
interface Behind {
  readonly steps: Steps;
  readonly state: State;
}

function useBehind(loader: Loader): Behind | undefined {
  const { steps } = useStore(loader);
  const state = useStore(steps?.store ?? NO_STORE);
  return steps && state && { steps, state };
}

const LoadFailure = ({ loader }: { readonly loader: Loader }) =>
  useStore(loader).hasFailed ? <NotLoaded /> : null;

const Notice = ({ steps, state }: Behind) => (
  <Suspense>
    <KeptNotice state={state} kept={steps.actions.kept} />
  </Suspense>
);

/** The streams of an open config, else the revealed steps. */
const StepsPart = ({ steps, state, config }: Behind & { readonly config: OpenConfig }) =>
  config.source === undefined ? (
    <steps.StepList types={steps.types} actions={steps.actions} state={state} onConfig={config.open} />
  ) : (
    <Suspense>
      <Streams seed={state.seed} config={config} />
    </Suspense>
  );

interface LandingPartProps extends Pick<ComponentProps<typeof Landing>, 'chosen' | 'onConfig'> {
  readonly loader: Loader;
  readonly report: LinkReport | undefined;
  readonly canBegin: boolean;
  readonly onward: string;
}

/** The landing. What is behind it is loaded at the latest when one of its buttons needs it. */
const LandingPart = ({ loader, report, canBegin, ...rest }: LandingPartProps) => (
  <Landing
    {...rest}
    onStart={canBegin ? () => void beginWith(loader) : undefined}
    onActions={async () => (await loader.load())?.actions}
    report={report}
    onComplete={() => {
      flushSync(() => loader.get().steps?.actions.complete());
      // Not before the focus has gone to the new step.
      requestAnimationFrame(() => document.querySelector<HTMLElement>('#settings [aria-invalid]')?.focus());
    }}
  />
);

/** Begins with the settings. @param prepare what is done before */
async function beginWith(loader: Loader, prepare?: (steps: Steps) => void): Promise<void> {
  const { hasFailed } = loader.get();
  const steps = loader.get().steps ?? (await loader.load());
  // Browsers keep a script that could not be loaded: then only a new page loads it. Its address has all that is to be restored.
  if (steps === undefined && hasFailed && (await isReachable())) location.reload();
  // The press is seen before the step is drawn, which takes longer than a frame.
  await drawn();
  if (steps === undefined) return;
  prepare?.(steps);
  steps.actions.begin();
}

/** Whether the page could be loaded now. */
async function isReachable(): Promise<boolean> {
  try {
    return (await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

const CONFIG_SECTIONS = ['landing', 'streams'] as const;
const CONFIG_STEPS = [{ id: 'streams', title: 'Run a config', summary: undefined, reached: true }];

const TITLES = ['Connect', 'Build the schema', 'Generate data'];

const railSteps = (latest: number, summaries: Reached['summaries']) =>
  TITLES.map((title, i) => ({
    id: SECTIONS[i + 1] ?? '',
    title,
    summary: summaries[i],
    reached: latest > i,
  }));

const FOOT = (
  <>
    <p>Runs in this tab. Events and credentials go straight to your destination.</p>
    <ThemeSwitch />
  </>
);

import { isSettingShown, settingsOf, type Setting } from '@catbird/send';
import type { ComponentType } from 'react';
import type { CurveFormProps } from '../../run/follow-curve.tsx';
import { RunView } from '../../run/run-view.tsx';
import type { Runner } from '../../run/runner.ts';
import { countText, instantText } from '../../run/units.ts';
import { OWN } from '../../kept/kept-run.ts';
import type { Config } from '../../state/config.ts';
import { destinationOf, hostOf, rateText } from '../../state/settings.ts';
import { isRunning, type State } from '../../state/state.ts';
import { hasFailed } from '../../state/stream-runs.ts';
import { timeSettings } from '../../state/options.ts';
import { timeLine } from '../../state/summary.ts';
import { Button, Report } from '../../ui/index.ts';
import { UseElsewhere } from './use-elsewhere.tsx';

/** Actions of the overview. */
export interface OverviewActions extends Omit<Runner, 'start'> {
  start(): Promise<void>;
}

/** Props of the overview. */
export interface OverviewProps {
  readonly id: string;
  readonly state: State;
  readonly actions: OverviewActions;
  /** The curve of the settings. */
  readonly curveForm: ComponentType<CurveFormProps>;
}

/** Step 3: what was sent, what happened to it, and the start and stop button. */
export const Overview = ({ id, ...props }: OverviewProps) => (
  <section className="sec overview" id={id} aria-labelledby="overview-title">
    <div className="overview-head">
      <h2 id="overview-title">Overview</h2>
      {props.state.config !== undefined && (
        <p className="hint">{summaryOf(props.state, props.state.config)}</p>
      )}
    </div>
    <OwnRun {...props} />
  </section>
);

/** The stream in a line: `Online Shop to Log, 100/s, no limit, seed 42`. */
const summaryOf = ({ template, seed }: State, config: Config): string =>
  [
    `${template} to ${hostOf(config) ?? destinationOf(config).title}`,
    ...(config.options?.['starts'] === undefined ? [`${rateText(config.eps)}/s`] : []),
    config.limit < 0 ? 'no limit' : `limit ${countText(config.limit)}`,
    `seed ${seed}`,
  ].join(', ');

/** The page's own stream. */
export function OwnRun({ state, actions, curveForm }: Omit<OverviewProps, 'id'>) {
  const { run, config, sentMessages, sessions, schemaError, rejected } = state;
  const [service, host] = run === undefined ? ['', ''] : placeOf(run.config);
  return (
    <RunView
      label="Run"
      stop="Stop Generating!"
      run={run}
      service={service}
      host={host}
      sent={{ ...sentMessages, hint: sessionsText(sessions, service) }}
      planned={run?.config.options?.['rate']}
      curveForm={curveForm}
      idle={<Start failed={run !== undefined && hasFailed(run)} onStart={() => void actions.start()} />}
      notice={rejected && !isRunning(state) ? <BadSchema error={schemaError} /> : undefined}
      next={<Onward state={state} />}
      request={actions.request(OWN)}
      faultLog={() => actions.faultLog(OWN)}
      onChange={(change) => actions.change(change)}
      onStop={() => actions.stop()}
    >
      {config !== undefined && (
        <>
          <Configuration config={config} state={state} />
          <UseElsewhere config={config} state={state} />
        </>
      )}
    </RunView>
  );
}

/** Title and host of where it sends. */
function placeOf(config: Config): readonly [string, string] {
  const { title } = destinationOf(config);
  return [title, hostOf(config) ?? title];
}

/** Starts it. As it is, a failed one would most likely fail again. */
const Start = ({ failed, onStart }: { readonly failed: boolean; readonly onStart: () => void }) => (
  <>
    <Button look={failed ? 'outline' : 'primary'} onClick={onStart}>
      Start Generating!
    </Button>
    {failed && (
      <a className="btn" href="#settings">
        Change settings
      </a>
    )}
  </>
);

const sessionsText = (sessions: number, service: string): string =>
  sessions === 0
    ? 'No session yet'
    : `Accepted by ${service}, ${sessions === 1 ? '1 session' : `${countText(sessions)} sessions`}`;

const BadSchema = ({ error }: { readonly error: string | undefined }) => (
  <Report tone="failed" title="The schema can’t be used" quote={error}>
    <p>
      Nothing was sent. <a href="#schema">Schema Designer</a> shows what’s wrong and where.
    </p>
  </Report>
);

/** Where to go on after a run. Events that went nowhere can have another schema. */
function Onward({ state: { run } }: { readonly state: State }) {
  const { backfill, time } = run?.progress ?? {};
  const goesOn = run?.summary?.reason === 'stopped' && run.timing !== undefined && time !== undefined;
  return (
    <>
      <a href="#settings">
        <b>Send it somewhere</b>
        <span>The same rows to Kafka, a file, anywhere</span>
      </a>
      {run?.config.generatorName === 'Log' && (
        <a href="#schema">
          <b>Change this schema</b>
          <span>Fields, values and journeys</span>
        </a>
      )}
      {goesOn && (
        <p className="hint">Start again to continue at {instantText(backfill?.reachedMs ?? time.eventMs)}.</p>
      )}
    </>
  );
}

/** A value as people chose it. */
function valueText({ secret, kind, choices }: Setting, value: string): string {
  if (secret) return 'Set, not shown';
  if (kind === 'boolean') return value === 'true' ? 'Yes' : 'No';
  return choices.find((choice) => choice.value === value)?.label ?? value;
}

/** The settings, without secrets. */
export function Configuration({ config, state }: { readonly config: Config; readonly state: State }) {
  const destination = destinationOf(config);
  const settings = settingsOf(destination)
    .filter((setting) => isSettingShown(setting, config.settings))
    .flatMap((setting) => {
      const value = config.settings[setting.name];
      return value === undefined ? [] : [[setting.label, valueText(setting, value)] as const];
    });
  const lines: readonly (readonly [string, string])[] = [
    ['Destination', destination.title],
    ...settings,
    ...(config.options?.['starts'] === undefined
      ? [['Events Per Second', rateText(config.eps)] as const]
      : []),
    ...(timeSettings(config.options) === undefined ? [] : [['Time', timeLine(config.options)] as const]),
    ['Limit', config.limit < 0 ? 'No' : countText(config.limit)],
    ['Template', state.template],
    ['Seed', state.seed],
  ];
  return (
    <div className="config">
      <h3 className="block-h">Settings of this stream</h3>
      <dl>
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

import type { RateChange } from '@catbird/engine';
import { Suspense, useId, useState, type ComponentType, type ReactNode } from 'react';
import { isLong } from '../state/history.ts';
import { rateViewOf } from '../state/rate-view.ts';
import { isOver, type Run } from '../state/run.ts';
import { hasFailed, noRuns } from '../state/stream-runs.ts';
import { TRIAL_SECONDS, type TrialSeconds } from '../state/trials.ts';
import { Tail } from '../tail/tail.tsx';
import { useKeptFocus } from '../ui/focus.ts';
import { Button, lazyPart } from '../ui/index.ts';
import { MenuButton, type MenuItem } from '../ui/menu.tsx';
import type { RunReport } from '../worker/report-protocol.ts';
import type { StreamRequest } from '../worker/run-protocol.ts';
import type { Change } from '../worker/session-run.ts';
import { isComparable, Rest, RunAccount } from './account.tsx';
import { RunBar } from './bar.tsx';
import { Controls } from './controls.tsx';
import type { CurveFormProps } from './follow-curve.tsx';
import { Outcome } from './outcome.tsx';
import { Rate, wholeLabel } from './rate.tsx';
import { RateControl } from './rate-control.tsx';
import { countText } from './units.ts';
import './run.css';
import '../chart/chart.css';
import '../tail/tail.css';
import './run-view.css';

const FollowCurve = lazyPart(async () => (await import('./follow-curve.tsx')).FollowCurve);

/** What the overview shows: the page's own stream, or one of a config. */
export interface RunViewProps {
  /** Of the bar: `Run`, or the name of the stream. */
  readonly label: string;
  /** What Stop is called. */
  readonly stop: string;
  readonly run: Run | undefined;
  /** Title and host of where it sends. */
  readonly service: string;
  readonly host: string;
  /** Events that were accepted, with a remark on them. */
  readonly sent: { readonly total: number; readonly session: number; readonly hint: string };
  /** Its counts in all sessions of its run. Default: in this one. */
  readonly report?: RunReport | undefined;
  /** The curve of its settings, as text; undefined: none. */
  readonly planned: string | undefined;
  /** Why its rate cannot change; undefined: it can. */
  readonly fixed?: string | undefined;
  /** It shares its journeys with other streams: alone, it would tell another story than they do. */
  readonly isShared?: boolean;
  /** The curve of the settings. */
  readonly curveForm: ComponentType<CurveFormProps>;
  /** What starts it. */
  readonly idle: ReactNode;
  /** Why a press of it did nothing. */
  readonly note?: string | undefined;
  /** In place of what it does: why it cannot start. */
  readonly notice?: ReactNode;
  /** Links for when it is over. */
  readonly next?: ReactNode;
  /** The stream as it was started, and its faults. */
  readonly request: StreamRequest | undefined;
  readonly faultLog: () => string;
  readonly faultsName?: string | undefined;
  readonly onChange: (change: Change) => void;
  readonly onStop: () => void;
  /** Its settings, and ways to share it. */
  readonly children?: ReactNode;
}

/** Sections of the rest that the menu leads to. */
type Place = 'config' | 'take' | 'arrived' | 'delivery';

/** Unfolds the rest at one of its sections. */
function show(place: Place): void {
  const rest = document.querySelector<HTMLDetailsElement>('.rest');
  if (rest === null) return;
  rest.open = true;
  const part = rest.querySelector<HTMLElement>(`.${place}`);
  part?.querySelector<HTMLElement>('button, pre')?.focus({ preventScroll: true });
  part?.scrollIntoView({ block: 'nearest' });
}

/** The overview of one stream: what it does, what it sent, what its rows are like, and where they went. */
export function RunView(props: RunViewProps) {
  const { run, fixed, onChange } = props;
  const [hasCurve, setCurve] = useState(false);
  const [seconds, setSeconds] = useState<TrialSeconds>('30');
  const [hasTools, setTools] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const live = run === undefined || isOver(run) ? undefined : run;
  const curved = fixed === undefined && live?.phase === 'running' ? live : undefined;
  const onRate = (to: RateChange['to']): void => {
    if (to === 0) return onChange({ kind: 'pause' });
    onChange({ kind: 'control', to });
    return onChange({ kind: 'resume' });
  };
  const menu: readonly (readonly MenuItem[])[] = [
    [
      ...itemsIf(curved, [{ label: 'Follow a curve', onChoose: () => setCurve(true) }]),
      ...itemsIf(
        live,
        TRIAL_SECONDS.filter((each) => each !== seconds).map((each) => ({
          label: `Inject faults for ${each} s`,
          onChoose: () => setSeconds(each),
        })),
      ),
      ...wholeItems(run, isWhole, setWhole),
      ...itemsIf(run, [
        {
          label: hasTools ? 'Hide the filter of events' : 'Filter, columns and pause of events',
          onChoose: () => setTools(!hasTools),
        },
      ]),
    ],
    [
      { label: 'Settings of this stream', onChoose: () => show('config') },
      { label: 'Share', detail: 'Link, command or config', onChoose: () => show('take') },
      ...itemsIf(run, [{ label: 'Requests and outcomes', onChoose: () => show('delivery') }]),
    ],
  ];
  return (
    <>
      <Bar {...props} rate={fixed === undefined && live && <RateControl run={live} onRate={onRate} />}>
        <div className="more">
          <MenuButton label="More" groups={menu.filter(({ length }) => length > 0)} />
          {hasCurve && curved && (
            <Curve {...props} run={curved} onRate={onRate} onClose={() => setCurve(false)} />
          )}
        </div>
      </Bar>
      <div className="run-top">
        <Counters sent={props.sent} />
        <div className="run-now">
          {run && <Rate view={rateViewOf(run)} isWhole={isWhole} />}
          <Slot {...props} seconds={seconds} />
        </div>
      </div>
      <Details {...props} hasTools={hasTools} />
    </>
  );
}

/** A curve to follow, over what is below the bar. */
const Curve = ({
  run: { timing, config, marks },
  planned,
  curveForm,
  onRate,
  onClose,
}: Pick<RunViewProps, 'planned' | 'curveForm'> & {
  readonly run: Run;
  readonly onRate: (to: RateChange['to']) => void;
  readonly onClose: () => void;
}) => (
  <div className="curve-panel">
    <Suspense fallback={<p className="hint">Loading</p>}>
      <FollowCurve
        eps={timing?.eps ?? config.eps}
        rate={marks.rate}
        planned={planned}
        form={curveForm}
        onRate={onRate}
      />
    </Suspense>
    <Button look="link" onClick={onClose}>
      Close
    </Button>
  </div>
);

/** Items of a menu that show all of a run, or its last ten minutes again; none while it fits its chart. */
export const wholeItems = (
  run: Run | undefined,
  isWhole: boolean,
  onWhole: (isWhole: boolean) => void,
): readonly MenuItem[] =>
  run !== undefined && isLong(run.history)
    ? [{ label: wholeLabel(isWhole), onChoose: () => onWhole(!isWhole) }]
    : [];

/** Items of a menu, if there is what they are about. */
const itemsIf = (run: Run | undefined, items: readonly MenuItem[]): readonly MenuItem[] =>
  run === undefined ? [] : items;

/** Below the chart: faults while it runs, what goes wrong, and what to do next when it is over. */
const Slot = ({
  run,
  host,
  fixed,
  isShared,
  notice,
  next,
  request,
  seconds,
  onChange,
}: RunViewProps & { readonly seconds: TrialSeconds }) => (
  <div className="run-slot" {...useKeptFocus()}>
    {(run?.phase === 'starting' || run?.phase === 'running') && (
      <Controls
        label="Change the stream"
        run={run}
        fixed={fixed}
        isShared={isShared}
        seconds={seconds}
        incidents={request?.schema.incidents?.all}
        onChange={onChange}
      />
    )}
    {notice ?? <Outcome run={run} host={host} />}
    {run !== undefined && isOver(run) && !hasFailed(run) && notice === undefined && (
      <Next hasArrived={isComparable(run.summary, request)}>{next}</Next>
    )}
  </div>
);

const NO_EVENTS = [] as const;

/** What the rows are like, the latest of them, and the rest. */
const Details = ({
  run,
  report,
  request,
  faultLog,
  faultsName,
  children,
  hasTools,
}: RunViewProps & { readonly hasTools: boolean }) => (
  <>
    {run && (
      <RunAccount run={run}>
        <Tail
          events={run.latest?.events ?? NO_EVENTS}
          total={run.latest?.total ?? 0}
          order={run.figures?.columns}
          hasTools={hasTools}
        />
      </RunAccount>
    )}
    <Rest run={run} report={report} request={request} faultLog={faultLog} faultsName={faultsName}>
      {children}
    </Rest>
  </>
);

/** The bar of one stream. */
const Bar = ({
  label,
  stop,
  run,
  service,
  sent,
  idle,
  note,
  isShared = false,
  onChange,
  onStop,
  rate,
  children,
}: RunViewProps & { readonly rate: ReactNode }) => (
  <RunBar
    label={label}
    stop={stop}
    all={{ ...noRuns, runs: new Map(run && [['', run]]) }}
    service={run && service}
    sent={sent.session}
    canPause={!isShared}
    keptFocus={useKeptFocus()}
    idle={idle}
    note={note}
    rate={rate}
    actions={{ change: onChange, stop: onStop }}
  >
    {children}
  </RunBar>
);

/** The two counters. Sent means accepted by the service. */
export const Counters = ({ sent: { total, session, hint } }: Pick<RunViewProps, 'sent'>) => (
  <div className="counts">
    <Count label="Total Events Sent" count={total} />
    <Count label="Sent this session" count={session} />
    <p className="hint">{hint}</p>
  </div>
);

function Count({ label, count }: { readonly label: string; readonly count: number }) {
  const id = useId();
  return (
    <div className="count">
      <span className="label" id={id}>
        {label}
      </span>
      <output aria-labelledby={id} aria-live="off">
        {countText(count)}
      </output>
    </div>
  );
}

/** What to do when a run is over. */
const Next = ({ hasArrived, children }: { readonly hasArrived: boolean; readonly children: ReactNode }) => (
  <div className="next" role="group" aria-label="Next">
    {children}
    <button type="button" onClick={() => show('take')}>
      <b>Share</b>
      <span>A link, a command or a config</span>
    </button>
    {hasArrived && (
      <button type="button" onClick={() => show('arrived')}>
        <b>Check what arrived</b>
        <span>Drop an export: every row is compared</span>
      </button>
    )}
  </div>
);

import { useId, type ReactNode } from 'react';
import { Tick, type Tone } from './tick.tsx';

/** The props of a report. */
export interface ReportProps {
  /** The outcome's colour; none for a plain notice. `failed` is announced at once, everything else when there is a pause. */
  readonly tone?: Tone;
  /** It goes on: its tick breathes. */
  readonly ongoing?: boolean;
  /** Its text changes all the time and is not announced. */
  readonly silent?: boolean;
  /** What happened, in one line. */
  readonly title: string;
  /** Someone else's own words, or a command to type. */
  readonly quote?: string | undefined;
  /** Who says so: `Tinybird returned 403:`. */
  readonly cite?: string | undefined;
  /** What to do, one or more paragraphs. */
  readonly children?: ReactNode;
  /** At most two buttons. */
  readonly actions?: ReactNode;
}

/** Something happened: a headline, the service's own words, what to do. */
export function Report(props: ReportProps) {
  const { tone, ongoing = false, silent = false, title, quote, cite, children, actions } = props;
  const id = useId();
  return (
    <section
      className={tone === undefined ? 'report' : `report ${tone}`}
      role={silent ? undefined : tone === 'failed' ? 'alert' : 'status'}
      aria-labelledby={id}
    >
      <h3 id={id}>
        {tone !== undefined && <Tick tone={tone} breathing={ongoing} />}
        {title}
      </h3>
      {quote !== undefined && (
        <blockquote>
          {cite !== undefined && <cite>{cite}</cite>}
          {quote}
        </blockquote>
      )}
      {children}
      {actions !== undefined && <div className="acts">{actions}</div>}
    </section>
  );
}

import { useId, type ReactNode } from 'react';
import { Tick, type Tone } from './tick.tsx';

/** Names the target before the first request: a link fills in settings but never acts. */
export const LinkNotice = ({
  children,
  actions,
}: {
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}) => (
  <Report title="These settings came from a link. Opening it sent nothing." actions={actions}>
    <p>{children}</p>
  </Report>
);

/** Props of a report. */
interface ReportProps {
  /** Colour of the outcome; none for a plain notice. `failed` is announced immediately, others politely. */
  readonly tone?: Tone;
  /** Animates the tick. */
  readonly ongoing?: boolean;
  /** Not announced, for text that changes constantly. */
  readonly silent?: boolean;
  /** What happened, in one line. */
  readonly title: ReactNode;
  /** Level of its heading. Default 3. */
  readonly level?: 2 | 3;
  /** The service's message, or a command to type. */
  readonly quote?: string | undefined;
  /** Source of the quote: `Tinybird returned 403:`. */
  readonly cite?: string | undefined;
  /** What to do, in one or more paragraphs. */
  readonly children?: ReactNode;
  /** Buttons. */
  readonly actions?: ReactNode;
}

/** An event: a headline, the service's message, and what to do. */
export function Report(props: ReportProps) {
  const { tone, ongoing = false, silent = false, level = 3, title, quote, cite, children, actions } = props;
  const id = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section
      className={tone === undefined ? 'report' : `report ${tone}`}
      role={silent ? undefined : tone === 'failed' ? 'alert' : 'status'}
      aria-labelledby={id}
    >
      <Heading id={id}>
        {tone !== undefined && <Tick tone={tone} breathing={ongoing} />}
        {title}
      </Heading>
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

import type { ReactNode } from 'react';
import { Mark } from './mark.tsx';

/** A step in the rail. */
export interface RailStep {
  /** Id of its section, which a reached step links to. */
  readonly id: string;
  readonly title: string;
  /** What was set, or what happens now, in one line; shown in the wide layout. */
  readonly summary?: string | undefined;
  /** Steps that are not reached are disabled. */
  readonly reached: boolean;
}

/**
 * The left column: name, links, steps and `foot`. Below 68rem the steps become a sticky bar at the top and `foot` is hidden,
 * so show it after the steps, too. Place it in `<div className="frame">` before `<main>`.
 */
export const Rail = ({
  home,
  links,
  steps,
  inView,
  notice,
  foot,
}: {
  readonly home: string;
  /** Links such as Docs and Source. */
  readonly links: readonly { readonly label: string; readonly href: string }[];
  readonly steps: readonly RailStep[];
  /** Id of the step in view. */
  readonly inView: string | undefined;
  /** Below the steps. */
  readonly notice?: ReactNode;
  readonly foot: ReactNode;
}) => (
  <header className="rail">
    <div className="rail-head">
      <a className="brand" href={home}>
        <Mark />
        Catbird
      </a>
      <nav className="links" aria-label="About">
        {links.map(({ label, href }) => (
          <a key={label} href={href}>
            {label}
          </a>
        ))}
      </nav>
    </div>
    <nav className="steps" aria-label="Steps">
      <ol>
        {steps.map((step) => (
          <li key={step.id}>
            <Step step={step} inView={step.id === inView} />
          </li>
        ))}
      </ol>
    </nav>
    {notice}
    <div className="rail-foot">{foot}</div>
  </header>
);

const Step = ({ step, inView }: { readonly step: RailStep; readonly inView: boolean }) =>
  step.reached ? (
    <a href={`#${step.id}`} className="step" aria-current={inView ? 'step' : undefined}>
      {step.title}
      {step.summary !== undefined && <small>{step.summary}</small>}
    </a>
  ) : (
    <button type="button" className="step" disabled>
      {step.title}
    </button>
  );

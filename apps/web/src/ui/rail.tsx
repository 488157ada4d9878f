import type { ReactNode } from 'react';
import { Mark } from './mark.tsx';

/** One step as the rail shows it. */
export interface RailStep {
  /** The id of its section: a reached step links there. */
  readonly id: string;
  readonly title: string;
  /** One line on what was set or what goes on; shown where the rail stands beside the steps. */
  readonly summary?: string | undefined;
  /** Later steps cannot be gone to. */
  readonly reached: boolean;
}

/**
 * The left column: name, links, steps, and `foot` at its lower end. Below 68rem the steps become a bar that sticks to
 * the top and `foot` is left out, so show it after the steps, too. Place it in `<div className="frame">` before `<main>`.
 */
export const Rail = ({
  home,
  links,
  steps,
  inView,
  foot,
}: {
  readonly home: string;
  /** Such as the docs and the source. */
  readonly links: readonly { readonly label: string; readonly href: string }[];
  readonly steps: readonly RailStep[];
  /** The id of the step in view. */
  readonly inView: string | undefined;
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

import { Tick } from './tick.tsx';

/** Says why nothing can be changed, in place of other words of a paragraph: so nothing moves when a stream starts or ends. */
export const LockedNote = () => (
  <span className="locked-note">
    <Tick tone="now" />
    Locked while a stream runs. <a href="#overview">Stop Generating!</a> to make changes.
  </span>
);

/** Meaning of a colour. `line`: nothing yet, `muted`: no outcome, `now`: happening now. */
export type Tone = 'accepted' | 'retried' | 'failed' | 'behind' | 'now' | 'muted' | 'line';

/** A stroke in an outcome's colour, always beside text that says the same. `breathing` animates it. */
export const Tick = ({ tone, breathing = false }: { readonly tone: Tone; readonly breathing?: boolean }) => (
  <span className={`tick c-${tone}${breathing ? ' live' : ''}`} aria-hidden="true" />
);

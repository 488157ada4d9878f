/** What a colour says. `line` is nothing yet (a zero), `muted` something without an outcome, `now` what happens at this moment. */
export type Tone = 'accepted' | 'retried' | 'failed' | 'behind' | 'now' | 'muted' | 'line';

/** A stroke in an outcome's colour. It stands before a word that says the same. `breathing`: while it goes on. */
export const Tick = ({ tone, breathing = false }: { readonly tone: Tone; readonly breathing?: boolean }) => (
  <span className={`tick c-${tone}${breathing ? ' live' : ''}`} aria-hidden="true" />
);

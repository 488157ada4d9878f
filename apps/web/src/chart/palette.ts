/** The colours and the face a chart draws with, as a canvas understands them. */
export interface Palette {
  readonly paper: string;
  readonly line: string;
  readonly muted: string;
  readonly accepted: string;
  readonly acceptedSoft: string;
  readonly behindSoft: string;
  readonly now: string;
  /** Families of the page's text. */
  readonly font: string;
}

/**
 * The page's colours as they are now. The custom properties hold light-dark() pairs, which a canvas cannot read,
 * so an element inside `place` puts each of them on and is asked what came of it.
 */
export function readPalette(place: Element): Palette {
  const probe = document.createElement('span');
  place.append(probe);
  const colour = (property: string) => {
    probe.style.color = `var(${property})`;
    return getComputedStyle(probe).color;
  };
  const palette = {
    paper: colour('--color-paper'),
    line: colour('--color-line'),
    muted: colour('--color-muted'),
    accepted: colour('--color-accepted'),
    acceptedSoft: colour('--color-accepted-soft'),
    behindSoft: colour('--color-behind-soft'),
    now: colour('--color-now'),
    font: getComputedStyle(place).fontFamily,
  };
  probe.remove();
  return palette;
}

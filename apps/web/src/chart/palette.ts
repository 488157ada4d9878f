/** Colours and font of the chart, as a canvas accepts them. */
export interface Palette {
  readonly paper: string;
  readonly line: string;
  readonly muted: string;
  readonly accepted: string;
  readonly acceptedSoft: string;
  readonly behindSoft: string;
  readonly now: string;
  /** Font families of the page. */
  readonly font: string;
}

/**
 * The page's current colours. The custom properties hold light-dark() pairs, which a canvas cannot read, so a temporary
 * element inside `parent` resolves them.
 */
export function readPalette(parent: Element): Palette {
  const probe = document.createElement('span');
  parent.append(probe);
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
    font: getComputedStyle(parent).fontFamily,
  };
  probe.remove();
  return palette;
}

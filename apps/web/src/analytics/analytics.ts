/** The document of the analytics script, beside the page; it is built only when an analytics script is configured. */
const FRAME = 'analytics.html';

/** Tells the analytics script of page views. */
export interface Analytics {
  /** The step now in view, by its name. A repeated name is not told again. */
  view(step: string): void;
}

/**
 * Loads the analytics script into a sandboxed frame, at an address without a query. It learns the names of steps and
 * nothing else: a frame with an origin of its own can read neither the address, the storage nor the document of the page.
 */
export function startAnalytics(): Analytics {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.referrerPolicy = 'no-referrer';
  frame.src = FRAME;
  frame.title = 'Page views';
  frame.hidden = true;
  let step: string | undefined;
  let isReady = false;
  const tell = (): void => {
    // An origin of its own cannot be named: `*` is this one frame, whatever it holds.
    if (isReady && step !== undefined) frame.contentWindow?.postMessage({ step }, '*');
  };
  frame.addEventListener('load', () => {
    isReady = true;
    tell();
  });
  document.body.append(frame);
  return {
    view(next) {
      if (next === step) return;
      step = next;
      tell();
    },
  };
}

/** The document with the analytics script, beside the page. Built only if a script is configured. */
const FRAME = 'analytics.html';

/** Reports page views to the analytics script. */
export interface Analytics {
  /** Reports the step in view, unless it is the same as before. */
  view(step: string): void;
}

/**
 * Loads the analytics script into a sandboxed frame, at an address without a query. It learns the names of steps and
 * nothing else: a frame with its own origin cannot read the page's address, storage or document.
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
  const post = (): void => {
    // An opaque origin cannot be named. `*` reaches only this frame.
    if (isReady && step !== undefined) frame.contentWindow?.postMessage({ step }, '*');
  };
  frame.addEventListener('load', () => {
    isReady = true;
    post();
  });
  document.body.append(frame);
  return {
    view(next) {
      if (next === step) return;
      step = next;
      post();
    },
  };
}

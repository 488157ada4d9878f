/** What people do first. A button that is pressed loads by itself what it needs. */
const GESTURES = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll', 'dragenter'] as const;

/** Whoever only reads what is in view loads nothing else. Listens from the start: a gesture may come while the page still loads. */
export const firstGesture: Promise<unknown> = Promise.race(
  GESTURES.map((name) => new Promise((done) => addEventListener(name, done, { once: true, passive: true }))),
);

/** Waits until an element is in view, or for the first gesture. @param selector of an element in the document */
export function inViewOrGesture(selector: string): Promise<unknown> {
  const inView = new Promise<void>((done) => {
    const place = document.querySelector(selector);
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      done();
    });
    if (place !== null) observer.observe(place);
  });
  return Promise.race([inView, firstGesture]);
}

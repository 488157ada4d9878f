let show = (): void => undefined;
const isShown = new Promise<void>((done) => {
  show = done;
});

/** Called once the landing is on the page. */
export const shown = (): void => show();

/** Resolves after the next frame; in a hidden tab, which draws none, soon. */
export const drawn = (): Promise<void> =>
  new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 100);
  });

/** Resolves once the page has loaded, with all that its document names, and shows the landing: what comes later must not delay it. */
export async function loaded(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise<void>((done) => addEventListener('load', () => done(), { once: true }));
  await isShown;
}

const FEEDBACK_MS = 2000;

/** Replaces a button's label for two seconds. */
function flash(button: HTMLButtonElement, text: string): void {
  const label = (button.dataset['label'] ??= button.textContent);
  button.textContent = text;
  setTimeout(() => (button.textContent = label), FEEDBACK_MS);
}

const textOf = (frame: Element): string => `${frame.querySelector('pre')?.textContent.trimEnd() ?? ''}\n`;

async function copy(button: HTMLButtonElement, frame: Element): Promise<void> {
  try {
    await navigator.clipboard.writeText(textOf(frame));
    flash(button, 'Copied');
  } catch {
    flash(button, 'Not copied');
  }
}

/** Shows rows below a schema, with a new seed each time. The engine loads on the first press. */
async function run(button: HTMLButtonElement, frame: Element): Promise<void> {
  let rows = frame.querySelector('output');
  if (rows === null) {
    rows = document.createElement('output');
    rows.tabIndex = 0;
    frame.append(rows);
  }
  try {
    const { sampleOf } = await import('./sample.ts');
    rows.textContent = await sampleOf(textOf(frame));
    button.textContent = 'Run it again';
  } catch (error) {
    rows.textContent = error instanceof Error ? error.message : String(error);
  }
}

/** Enables the copy buttons, and "Run it" on schemas. */
export function prepareCode(): void {
  for (const frame of document.querySelectorAll('.code')) {
    const copyButton = frame.querySelector<HTMLButtonElement>('[data-copy]');
    if (copyButton !== null) {
      copyButton.hidden = false;
      copyButton.addEventListener('click', () => void copy(copyButton, frame));
    }
    const runButton = frame.querySelector<HTMLButtonElement>('[data-rows]');
    if (runButton !== null) {
      runButton.hidden = false;
      runButton.addEventListener('click', () => void run(runButton, frame));
    }
  }
}

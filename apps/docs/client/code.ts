const SHOWN_MS = 2000;

/** Says a word in the place of a button's own for two seconds. */
function say(button: HTMLButtonElement, word: string): void {
  const own = (button.dataset['own'] ??= button.textContent);
  button.textContent = word;
  setTimeout(() => (button.textContent = own), SHOWN_MS);
}

const textOf = (frame: Element): string => `${frame.querySelector('pre')?.textContent.trimEnd() ?? ''}\n`;

async function copy(button: HTMLButtonElement, frame: Element): Promise<void> {
  try {
    await navigator.clipboard.writeText(textOf(frame));
    say(button, 'Copied');
  } catch {
    say(button, 'Not copied');
  }
}

/** Shows rows of a schema below it, with another seed each time. The engine loads at the first press. */
async function run(button: HTMLButtonElement, frame: Element): Promise<void> {
  let rows = frame.querySelector('output');
  if (rows === null) {
    rows = document.createElement('output');
    rows.tabIndex = 0;
    frame.append(rows);
  }
  try {
    const { sampleOf } = await import('./sample.ts');
    rows.textContent = sampleOf(textOf(frame));
    button.textContent = 'Run it again';
  } catch (error) {
    rows.textContent = error instanceof Error ? error.message : String(error);
  }
}

/** Copy buttons for all code, and rows for every schema. */
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

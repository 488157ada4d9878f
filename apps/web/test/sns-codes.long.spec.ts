import { snsError, startAwsSns } from '../../../test/services/aws-sns.ts';
import { specified } from '../../../test/specification.ts';
import { errorsIn, expect, test, type Catbird } from './page.ts';
import { SNS, UNKNOWN } from './sns.ts';

/** A run of few rows ends soon, even if each is rejected as too large. */
const ROWS = '20';

const CODES = specified('SNS error codes recognised')
  .replace(/^.*message: |\([^)]*\)|\.$/g, '')
  .split(',')
  .map((code) => code.trim());

test('each SNS error code of the specification is logged, and shown with what to do', async ({
  catbird,
  serve,
}) => {
  expect(CODES).toHaveLength(34);
  const sns = await serve(startAwsSns());
  const snsOptions = JSON.stringify({ endpoint: sns.url });
  await catbird.open({ ...SNS, snsOptions, eps: ROWS, limit: ROWS });
  await catbird.generate();
  await catbird.over('Done');
  for (const code of CODES) {
    const said = `Words about ${code}`;
    sns.answerWith(snsError(code === 'InternalError' ? 500 : 400, code, said));
    await catbird.start();
    await expect(catbird.overview.getByText(said).first(), code).toBeVisible();
    const isShown = async (): Promise<boolean> => {
      const text = await catbird.overview.innerText();
      return errorsIn(catbird.console).some((line) => line.includes(said) && text.includes(hintIn(line)));
    };
    await expect.poll(isShown, `${code}, what to do`).toBe(true);
    await stopped(catbird);
    await expect(catbird.session, code).toHaveText('0');
  }
});

/** The hint at the end of a log line, which is not the one for unknown codes. */
function hintIn(line: string): string {
  const hint =
    line
      .replace(/ \(retrying\)$/, '')
      .split(' · ')
      .at(-1) ?? '';
  expect(hint).toMatch(/^[A-Z].{20,}\.$/);
  expect(hint).not.toContain(UNKNOWN);
  return hint;
}

/** Ends a run that may have ended already. */
async function stopped({ overview, page }: Catbird): Promise<void> {
  const start = overview.getByRole('button', { name: 'Start Generating!' }).last();
  await page.evaluate(() => {
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('#overview .sec-head button')];
    // The second press does not wait.
    for (let presses = 0; presses < 2; presses++)
      for (const button of buttons) if (button.textContent.startsWith('Stop')) button.click();
  });
  await expect(start).toBeVisible();
}

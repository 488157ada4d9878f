import { expect, test as base, type Locator, type Page } from '@playwright/test';
import type { Service } from '../../../test/services/service.ts';

/** The page as a user operates it. */
export interface Catbird {
  readonly page: Page;
  /** Every console line in order, including the workers', since `forget`. */
  readonly console: readonly string[];
  /** Forgets the console lines so far. */
  forget(): void;
  /** Exceptions and policy violations in the page. Must be empty after every test. */
  readonly problems: readonly string[];

  readonly landing: Locator;
  readonly settings: Locator;
  readonly schema: Locator;
  readonly overview: Locator;
  /** The step list of the left column. */
  readonly steps: Locator;

  /** The dropdown of templates, with the name of the current one. */
  readonly template: Locator;
  /** The button of the menu with all that is rare in the schema designer. */
  readonly otherWays: Locator;
  /** The editor's text area, in a shadow root. */
  readonly editor: Locator;
  readonly issues: Locator;
  readonly sample: Locator;
  readonly total: Locator;
  readonly session: Locator;
  /** Running, Done, Stopped, Failed. */
  readonly phase: Locator;
  /** What the ledger counts under a label, such as Accepted. */
  count(label: string): Locator;
  /** Chooses an item of the overview's menu. */
  more(item: string): Promise<void>;
  /** The error on the overview. */
  readonly alert: Locator;

  /** Opens the page with a query. */
  open(query?: Query): Promise<void>;
  /** Moves from the landing to the settings. */
  begin(): Promise<void>;
  /** Chooses a destination, by the search unless it is one of those at the top, and fills in its fields by label. */
  connect(destination: string, fields?: Readonly<Record<string, string>>): Promise<void>;
  /** The search over destinations and settings. */
  readonly search: Locator;
  /** What it finds. */
  readonly found: Locator;
  /** The line that says what is set besides, and its form. */
  readonly fold: Locator;
  /** Unfolds it. */
  unfold(): Promise<void>;
  field(label: string): Locator;
  /** Sets the limit; undefined: unlimited. */
  limit(events: string | undefined): Promise<void>;
  /** Presses Continue or Save. */
  save(): Promise<void>;
  /** Presses Preview and waits for the result. */
  preview(): Promise<void>;
  /** Chooses a template. */
  choose(template: string): Promise<void>;
  /** Presses an item of the menu, such as `Browse templates`. */
  startFrom(item: string): Promise<void>;
  /** Shows the schema as JSON. */
  json(): Promise<void>;
  /** Shows the schema as a table of fields. */
  fields(): Promise<void>;
  /** Replaces the editor's text. */
  write(text: string): Promise<void>;
  content(): Promise<string>;
  /** Presses Start Generating! in the schema designer. */
  generate(): Promise<void>;
  /** Presses Start Generating! on the overview. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Presses a button of the overview. Returns the milliseconds until the run has stopped, measured in the page. */
  timeToStop(label: string): Promise<number>;
  /** Waits until the run is over, with this result. */
  over(phase: Ended): Promise<void>;
  /** Starts another run on the overview, and waits until it is over. */
  again(phase: Ended): Promise<void>;
  query(): URLSearchParams;
}

/** How a run ends. */
type Ended = 'Done' | 'Stopped' | 'Failed';

/** A query by parameter name. */
export type Query = Readonly<Record<string, string>>;

/** Registers a fake service. It is closed after the test, and must have received only valid requests. */
export type Serve = <Kind extends Service>(starting: Promise<Kind>) => Promise<Kind>;

const button = (place: Locator, name: string | RegExp): Locator =>
  place.getByRole('button', { name, exact: true });

/**
 * Presses a button by its key. On a busy machine the page may still be scrolling smoothly to a new step, and a click whose button moves
 * between its two halves is none.
 */
async function press(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  await target.press('Enter');
}

/** The page, not opened yet. */
function catbirdOn(page: Page): Catbird {
  const lines: string[] = [];
  const problems: string[] = [];
  page.on('console', (message) => {
    lines.push(message.text());
    if (/Content Security Policy|Refused to|requires 'Trusted/.test(message.text()))
      problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));

  const part = (id: string): Locator => page.locator(`#${id}`);
  const settings = part('settings');
  const schema = part('schema');
  const overview = part('overview');
  const editor = schema.getByRole('textbox', { name: 'Schema, JSON editor' });
  const otherWays = schema.getByRole('button', { name: 'More', exact: true });
  const template = schema.getByRole('combobox', { name: 'Template', exact: true });
  /** Presses the button that shows the other view; absent, that view is shown. A click would take the focus from the editor. */
  const show = async (view: 'JSON' | 'Fields'): Promise<void> => {
    await expect(button(schema, 'Preview')).toBeVisible();
    const other = button(schema, view);
    if (await other.isVisible()) await other.click();
  };
  const json = (): Promise<void> => show('JSON');
  const field = (label: string): Locator =>
    settings
      .getByLabel(label, { exact: true })
      .or(settings.getByLabel(`${label} (optional)`, { exact: true }));
  const search = settings.getByRole('combobox', { name: 'Search destinations and settings' });
  const found = settings.getByRole('listbox', { name: 'Found' }).getByRole('option');
  const fold = settings.locator('details');
  const unfold = async (): Promise<void> => {
    const isOpen = await fold.evaluate((details) => (details as HTMLDetailsElement).open);
    if (!isOpen) await fold.locator('summary').click();
    await expect(settings.getByLabel('Duplicates, %')).toBeVisible();
  };
  const phase = overview.locator('.state b');
  /** "Accepted by Log, 2 sessions". It changes with every start. */
  const sessions = overview.locator('.counts .hint').first();
  const start = (): Promise<void> => press(button(overview, 'Start Generating!').last());
  const over = async (result: Ended): Promise<void> => {
    await expect(phase).toHaveText(result);
    await expect(button(overview, 'Start Generating!')).toBeVisible();
  };

  return {
    page,
    console: lines,
    forget: () => void lines.splice(0),
    problems,
    landing: part('landing'),
    settings,
    schema,
    overview,
    steps: page.getByRole('navigation', { name: 'Steps' }),
    template,
    otherWays,
    editor,
    issues: schema.getByRole('status', { name: 'Schema issues' }),
    sample: schema.locator('.sample'),
    total: overview.getByRole('status', { name: 'Total Events Sent' }),
    session: overview.getByRole('status', { name: 'Sent this session' }),
    phase,
    alert: overview.getByRole('alert'),
    // It may be folded.
    count: (label) => overview.locator('.ledger tr', { hasText: label }).locator('td').last(),
    async more(item) {
      await button(overview, 'More').click();
      await overview.getByRole('menuitem', { name: item }).click();
    },
    field,

    async open(query = {}) {
      const text = new URLSearchParams(query).toString();
      await page.goto(text === '' ? '/' : `/?${text}`);
      await expect(part('landing')).toBeVisible();
      // A first gesture, as of anybody who does more than read: it loads what is behind the landing.
      await page.mouse.move(2, 2);
    },
    async begin() {
      await button(part('landing'), 'Start generating data').click();
      await expect(settings).toBeVisible();
    },
    search,
    found,
    fold,
    unfold,
    async connect(destination, fields = {}) {
      const name = new RegExp(`^${destination === 'Log' ? 'Watch here' : destination}\\b`);
      const radios = settings.getByRole('group', { name: 'Destination' }).getByRole('radio');
      const radio = radios.and(settings.getByRole('radio', { name }));
      await expect(radios).not.toHaveCount(0);
      if ((await radio.count()) > 0) await radio.check();
      else {
        await search.fill(destination);
        await found.and(settings.getByRole('option', { name })).first().click();
      }
      for (const [label, value] of Object.entries(fields)) {
        const control = field(label);
        if ((await control.count()) === 0) await unfold();
        const isChoice = await control.evaluate((element) => element instanceof HTMLSelectElement);
        await (isChoice ? control.selectOption(value) : control.fill(value));
      }
    },
    async limit(events) {
      const group = settings.getByRole('group', { name: 'Limit' });
      await group.getByRole('radio', { name: events === undefined ? 'No' : 'Yes' }).check();
      if (events !== undefined) await group.getByRole('spinbutton').fill(events);
    },
    save: () => press(button(settings, /^(Continue|Save)$/)),
    async preview() {
      // A schema that was just chosen may come after the press, and then waits for another one.
      await expect(async () => {
        await button(schema, 'Preview').press('Enter');
        await expect(schema.locator('#preview')).toContainText(
          /The preview is up to date|Error (parsing|generating)/,
          { timeout: 5000 },
        );
      }).toPass({ timeout: 60_000 });
      // Until the new row arrives, the previous one is shown.
      await expect(schema.locator('#preview')).toHaveAttribute('aria-busy', 'false');
    },
    choose: async (name) => void (await template.selectOption(name)),
    async startFrom(item) {
      const chosen = schema.getByRole('menuitem', { name: item }).first();
      // A dialog that closes takes the focus, which closes the menu.
      await expect(async () => {
        if ((await chosen.count()) === 0) await press(otherWays);
        await chosen.press('Enter', { timeout: 5000 });
      }).toPass({ timeout: 60_000 });
    },
    json,
    fields: () => show('Fields'),
    async write(text) {
      await json();
      await editor.click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(text);
    },
    async content() {
      await json();
      return (await schema.locator('.cm-line').allInnerTexts())
        .map((line) => line.replace(/\n$/, ''))
        .join('\n');
    },
    generate: () => press(button(schema, 'Start Generating!')),
    start,
    stop: () => press(button(overview, 'Stop Generating!')),
    over,
    async again(result) {
      const before = await sessions.innerText();
      await start();
      await expect(sessions).not.toHaveText(before);
      await over(result);
    },
    timeToStop: (label) =>
      overview.evaluate(
        (element, label) =>
          new Promise<number>((resolve) => {
            const buttons = [...element.querySelectorAll('button')];
            const began = performance.now();
            new MutationObserver(() => {
              if (element.querySelector('.state b')?.textContent === 'Stopped')
                resolve(performance.now() - began);
            }).observe(element, { childList: true, characterData: true, subtree: true });
            buttons.find(({ textContent }) => textContent === label)?.click();
          }),
        label,
      ),
    query: () => new URL(page.url()).searchParams,
  };
}

/** Makes the main thread of every page this many times slower, as on a slow machine. */
const SLOWER = Number(process.env['SLOW'] ?? 1);

/** A test with the page and fake services. */
export const test = base.extend<{ catbird: Catbird; serve: Serve }>({
  page: async ({ page, context }, use) => {
    const slowDown = async (each: Page): Promise<void> => {
      const session = await context.newCDPSession(each);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    };
    if (SLOWER !== 1) {
      await slowDown(page);
      // A page that closes at once is none to slow down.
      context.on('page', (each) => void slowDown(each).catch(() => undefined));
    }
    await use(page);
  },
  catbird: async ({ page }, use) => {
    const catbird = catbirdOn(page);
    // Leaving the page while a stream runs: the test means it.
    page.on(
      'dialog',
      (dialog) => void (dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss()),
    );
    await use(catbird);
    expect(catbird.problems, 'exceptions and policy violations in the page').toEqual([]);
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from the pattern
  serve: async ({}, use) => {
    const services: Service[] = [];
    await use(async (starting) => {
      const service = await starting;
      services.push(service);
      return service;
    });
    for (const service of services) await service.close();
    for (const service of services) expect(service.faults, 'invalid requests to the service').toEqual([]);
  },
});

export { expect };

/** A link to a fake Tinybird. */
export const tinybirdLink = (endpoint: string, more: Query = {}): Query => ({
  generatorName: 'Tinybird',
  host: 'custom',
  endpoint,
  datasource: 'events',
  token: 'p.a-token-for-tests',
  ...more,
});

/** Nothing listens at this address. */
export const UNREACHABLE = 'http://127.0.0.1:9';

/** A stopped stream waits for responses this long, in milliseconds. Anything shorter did not wait. */
export const STOP_WAIT_MS = 10_000;

/** The console lines that report errors. */
export const errorsIn = (lines: readonly string[]): string[] =>
  lines.filter((line) => line.startsWith('ERR > '));

/** How many workers run a stream: they load the part for sessions. The engine has one or two others, whenever it wants. */
export async function countStreams(page: Page): Promise<number> {
  const all = await Promise.all(
    page.workers().map((worker) =>
      worker
        .evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /\/session-/.test(name)))
        // It has ended.
        .catch(() => false),
    ),
  );
  return all.filter(Boolean).length;
}

/** Waits until a page and its workers have nothing left to do: requests are done, and messages sent so far are handled. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  for (const worker of page.workers()) {
    // A worker that the page replaces meanwhile needs no answer.
    await worker.evaluate(() => 0).catch(() => 0);
  }
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
}

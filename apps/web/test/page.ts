import { expect, test as base, type Locator, type Page } from '@playwright/test';
import type { Service } from '../../../test/services/service.ts';

/** The page as a person uses it. */
export interface Catbird {
  readonly page: Page;
  /** Every line of the console, the workers' included, in order. */
  readonly console: readonly string[];
  /** What went wrong in the page itself: exceptions, and what its policy refused. Checked to be empty after every test. */
  readonly mishaps: readonly string[];

  readonly landing: Locator;
  readonly settings: Locator;
  readonly schema: Locator;
  readonly overview: Locator;
  /** The step list of the left column. */
  readonly steps: Locator;

  readonly template: Locator;
  /** The editor's text area; it lies in a shadow root. */
  readonly editor: Locator;
  readonly issues: Locator;
  readonly sample: Locator;
  readonly total: Locator;
  readonly session: Locator;
  /** Running, Done, Stopped, Failed. */
  readonly phase: Locator;
  /** What went wrong, as an alert on the overview. */
  readonly alert: Locator;

  /** Opens the page with a query. */
  open(query?: Query): Promise<void>;
  /** From the landing to the settings. */
  begin(): Promise<void>;
  /** Chooses a destination and fills in its fields by their labels. */
  connect(destination: string, fields?: Readonly<Record<string, string>>): Promise<void>;
  field(label: string): Locator;
  /** Fills in a limit; none: unlimited. */
  limit(events: string | undefined): Promise<void>;
  /** Presses Continue or Save, whichever is there. */
  save(): Promise<void>;
  /** Presses Preview and waits for its answer. */
  preview(): Promise<void>;
  /** Replaces the editor's text. */
  write(text: string): Promise<void>;
  content(): Promise<string>;
  /** Presses Start Generating! in the schema designer. */
  generate(): Promise<void>;
  /** Presses Start Generating! on the overview. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Presses a button of the overview; milliseconds until the run is stopped, taken in the page: the way there and back is no part of it. */
  timeToStop(label: string): Promise<number>;
  /** Waits until the run is over, and for its last word. */
  over(word: 'Done' | 'Stopped' | 'Failed'): Promise<void>;
  query(): URLSearchParams;
}

/** Names and values of a query. */
export type Query = Readonly<Record<string, string>>;

/** Registers a stand-in of a service: after the test it is closed, and must have found no fault with what it got. */
export type Serve = <Kind extends Service>(starting: Promise<Kind>) => Promise<Kind>;

const last = (locator: Locator): Locator => locator.last();
const button = (place: Locator, name: string | RegExp): Locator =>
  place.getByRole('button', { name, exact: true });

/** The page, ready to be opened. */
function catbirdOn(page: Page): Catbird {
  const lines: string[] = [];
  const mishaps: string[] = [];
  page.on('console', (message) => {
    lines.push(message.text());
    if (/Content Security Policy|Refused to|requires 'Trusted/.test(message.text()))
      mishaps.push(message.text());
  });
  page.on('pageerror', (error) => mishaps.push(String(error)));

  const part = (id: string): Locator => page.locator(`#${id}`);
  const settings = part('settings');
  const schema = part('schema');
  const overview = part('overview');
  const editor = schema.getByRole('textbox', { name: 'Schema, JSON editor' });
  const field = (label: string): Locator =>
    settings
      .getByLabel(label, { exact: true })
      .or(settings.getByLabel(`${label} (optional)`, { exact: true }));
  const phase = overview.locator('.state b');

  return {
    page,
    console: lines,
    mishaps,
    landing: part('landing'),
    settings,
    schema,
    overview,
    steps: page.getByRole('navigation', { name: 'Steps' }),
    template: schema.getByRole('combobox', { name: 'Template' }),
    editor,
    issues: schema.getByRole('status', { name: 'Schema issues' }),
    sample: schema.locator('.sample'),
    total: overview.getByRole('status', { name: 'Total Events Sent' }),
    session: overview.getByRole('status', { name: 'Sent this session' }),
    phase,
    alert: overview.getByRole('alert'),
    field,

    async open(query = {}) {
      const text = new URLSearchParams(query).toString();
      await page.goto(text === '' ? '/' : `/?${text}`);
      await expect(part('landing')).toBeVisible();
    },
    async begin() {
      await button(part('landing'), 'Start generating data').click();
      await expect(settings).toBeVisible();
    },
    async connect(destination, fields = {}) {
      await settings
        .getByRole('group', { name: 'Destination' })
        .getByRole('radio', { name: new RegExp(`^${destination}\\b`) })
        .check();
      for (const [label, value] of Object.entries(fields)) {
        const control = field(label);
        const isChoice = await control.evaluate((element) => element instanceof HTMLSelectElement);
        await (isChoice ? control.selectOption(value) : control.fill(value));
      }
    },
    async limit(events) {
      const group = settings.getByRole('group', { name: 'Limit' });
      await group.getByRole('radio', { name: events === undefined ? 'No' : 'Yes' }).check();
      if (events !== undefined) await group.getByRole('spinbutton').fill(events);
    },
    save: () => button(settings, /^(Continue|Save)$/).click(),
    async preview() {
      await button(schema, 'Preview').click();
      await expect(schema.locator('.sample:not(.empty), .issues li').first()).toBeVisible();
      // Until the row is made, the one of the schema before stands there, and this beside it.
      await expect(schema.getByText('has changed since this row was generated')).toBeHidden();
    },
    async write(text) {
      await editor.click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(text);
    },
    async content() {
      return (await schema.locator('.cm-line').allInnerTexts())
        .map((line) => line.replace(/\n$/, ''))
        .join('\n');
    },
    generate: () => button(schema, 'Start Generating!').click(),
    start: () => last(button(overview, 'Start Generating!')).click(),
    stop: () => button(overview, 'Stop Generating!').click(),
    async over(word) {
      await expect(phase).toHaveText(word, { timeout: 20_000 });
      await expect(button(overview, 'Start Generating!')).toBeVisible();
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

/** A test with the page and with stand-ins of services. */
export const test = base.extend<{ catbird: Catbird; serve: Serve }>({
  catbird: async ({ page }, use) => {
    const catbird = catbirdOn(page);
    await use(catbird);
    expect(catbird.mishaps, 'exceptions in the page, and what its policy refused').toEqual([]);
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are wanted from the pattern
  serve: async ({}, use) => {
    const services: Service[] = [];
    await use(async (starting) => {
      const service = await starting;
      services.push(service);
      return service;
    });
    for (const service of services) await service.close();
    for (const service of services) expect(service.faults, 'what the service found strange').toEqual([]);
  },
});

export { expect };

/** The query of a link to a stand-in of Tinybird. */
export const tinybirdLink = (endpoint: string, more: Query = {}): Query => ({
  generatorName: 'Tinybird',
  host: 'custom',
  endpoint,
  datasource: 'events',
  token: 'p.a-token-for-tests',
  ...more,
});

/** An address where nobody listens. */
export const NOBODY = 'http://127.0.0.1:9';

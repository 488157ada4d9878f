import { compress } from '../src/link/compress.ts';
import { LONG } from './long.ts';
import { expect, test, type Catbird } from './page.ts';

/** Far more than are drawn. */
const FIELDS = process.env['CATBIRD_LONG'] ? 1000 : 400;
const MIDDLE = FIELDS / 2;
/** The names of fields in the middle. */
const [middle, next, afterNext] = [`f${MIDDLE}`, `f${MIDDLE + 1}`, `f${MIDDLE + 2}`] as const;

const SCHEMA = JSON.stringify(
  Object.fromEntries(
    Array.from({ length: FIELDS }, (_, i) => [`f${i}`, { type: 'number.int', params: { max: i + 1 } }]),
  ),
  null,
  2,
);

const table = ({ schema }: Catbird) => schema.getByRole('treegrid', { name: 'Fields of one event' });

const row = (catbird: Catbird, name: string) => table(catbird).locator(`[role=row][aria-label="${name}"]`);

const scrollTo = (catbird: Catbird, share: number) =>
  catbird.schema.locator('.fields-scroll').evaluate((scroller, part) => {
    scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) * part;
  }, share);

async function openTable(catbird: Catbird, schema = SCHEMA): Promise<void> {
  await catbird.page.addInitScript(() => localStorage.setItem('schema-view', 'fields'));
  await catbird.open({ generatorName: 'Log', schema: await compress(schema) });
  await expect(row(catbird, 'f0')).toBeAttached();
}

// One page for the steps of a test: to open one takes longer than most of them.
test('a large table', async ({ catbird }) => {
  await test.step('of many fields, those near what can be seen are drawn, and readers hear how many there are', async () => {
    await openTable(catbird);
    await expect(table(catbird)).toHaveAttribute('aria-rowcount', String(FIELDS + 1));
    await scrollTo(catbird, 0.5);
    await expect(row(catbird, middle)).toBeInViewport();
    await expect(row(catbird, middle)).toHaveAttribute('aria-rowindex', String(MIDDLE + 2));
    // The first field can still be reached by Tab; those between are gone.
    await expect(row(catbird, 'f0')).toHaveAttribute('tabindex', '0');
    await expect(row(catbird, 'f100')).toHaveCount(0);
    expect(await table(catbird).locator('[data-id]').count()).toBeLessThan(150);
    // The open form of a field is the row after it.
    await row(catbird, middle).press('Enter');
    await expect(table(catbird).locator('.form-row')).toHaveAttribute('aria-rowindex', String(MIDDLE + 3));
    await expect(row(catbird, next)).toHaveAttribute('aria-rowindex', String(MIDDLE + 4));
    await expect(table(catbird)).toHaveAttribute('aria-rowcount', String(FIELDS + 2));
    await row(catbird, middle).press('Enter');
    await expect(table(catbird).locator('.form-row')).toHaveCount(0);
  });

  await test.step('far down a large table, the focus follows a duplicate, its undo and a deletion', async () => {
    const { keyboard } = catbird.page;
    await scrollTo(catbird, 0);
    await row(catbird, 'f0').focus();
    await scrollTo(catbird, 0.5);
    await row(catbird, middle).focus();
    await keyboard.press('Control+d');
    await expect(row(catbird, `${middle}_2`)).toBeFocused();
    await expect(row(catbird, `${middle}_2`)).toBeInViewport();
    await expect(table(catbird)).toHaveAttribute('aria-rowcount', String(FIELDS + 2));
    await keyboard.press('Control+z');
    // The row at that place is the next field again.
    await expect(row(catbird, next)).toBeFocused();
    await expect(row(catbird, `${middle}_2`)).toHaveCount(0);
    await keyboard.press('Delete');
    await expect(row(catbird, afterNext)).toBeFocused();
    await expect(row(catbird, next)).toHaveCount(0);
  });

  await test.step('an error in a row that is not drawn is shown below the table, with a way to it', async () => {
    const fields = Array.from({ length: 200 }, (_, i) => [`f${i}`, { type: 'number.int' }]);
    const schema = { ...Object.fromEntries(fields), f150: { type: 'number.itn' } };
    await openTable(catbird, JSON.stringify(schema, null, 2));
    const line = catbird.schema.locator('.fields-note.problem');
    await expect(line).toContainText('f150');
    await line.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(row(catbird, 'f150')).toBeFocused();
    await expect(row(catbird, 'f150')).toBeInViewport();
    await expect(line).toHaveCount(0);
  });

  await test.step('the last field is moved by keyboard', async () => {
    await row(catbird, 'f150').focus();
    await catbird.page.keyboard.press('End');
    await expect(row(catbird, 'f199')).toBeFocused();
    await catbird.page.keyboard.press('Alt+ArrowUp');
    await expect(row(catbird, 'f199')).toHaveAttribute('aria-posinset', '199');
    await expect(row(catbird, 'f199')).toBeInViewport();
  });

  await test.step('what is typed in a form stays when fields above are folded, and when they come back', async () => {
    const inner = Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`i${i}`, { type: 'number.int' }]));
    const after = Object.fromEntries(Array.from({ length: 24 }, (_, i) => [`f${i}`, { type: 'number.int' }]));
    await openTable(catbird, JSON.stringify({ f: { type: 'object', fields: inner }, ...after }, null, 1));
    // Twenty fields are drawn together. Folding moves this one from the second twenty to the first.
    await row(catbird, 'f').press('ArrowRight');
    await row(catbird, 'f16').click();
    const max = table(catbird).getByRole('textbox', { name: 'max' });
    await max.fill('12x');
    await row(catbird, 'f').press('ArrowLeft');
    await expect(row(catbird, 'i0')).toHaveCount(0);
    await expect(max).toHaveValue('12x');
    await row(catbird, 'f').press('ArrowRight');
    await expect(row(catbird, 'i0')).toBeVisible();
    await expect(max).toHaveValue('12x');
  });
});

test(
  'the focus stays on a row that scrolls out of sight, and the keyboard brings it back',
  LONG,
  async ({ catbird }) => {
    const { keyboard } = catbird.page;
    await openTable(catbird);
    await row(catbird, 'f3').focus();
    await scrollTo(catbird, 1);
    await expect(row(catbird, `f${FIELDS - 1}`)).toBeInViewport();
    await expect(row(catbird, 'f3')).toBeFocused();
    await keyboard.press('ArrowDown');
    await expect(row(catbird, 'f4')).toBeFocused();
    await expect(row(catbird, 'f4')).toBeInViewport();
  },
);

test('the keyboard moves a field and the focus beyond the rows drawn at first', LONG, async ({ catbird }) => {
  const { keyboard } = catbird.page;
  await openTable(catbird);
  await row(catbird, 'f0').focus();
  for (let i = 0; i < 90; i++) await keyboard.press('ArrowDown');
  await expect(row(catbird, 'f90')).toBeFocused();
  for (let i = 0; i < 30; i++) await keyboard.press('Alt+ArrowDown');
  await expect(row(catbird, 'f90')).toHaveAttribute('aria-posinset', '121');
  await expect(row(catbird, 'f90')).toBeFocused();
  await expect(row(catbird, 'f90')).toBeInViewport();
  await expect(row(catbird, 'f120')).toHaveAttribute('aria-posinset', '120');
});

test('the form of a field keeps what is being typed while the table scrolls', LONG, async ({ catbird }) => {
  await openTable(catbird);
  await row(catbird, 'f2').click();
  const max = table(catbird).getByRole('textbox', { name: 'max' });
  await max.fill('12x');
  await scrollTo(catbird, 1);
  await expect(row(catbird, `f${FIELDS - 1}`)).toBeInViewport();
  await scrollTo(catbird, 0);
  await expect(max).toHaveValue('12x');
});

import { templates } from '@catbird/engine';
import { beforeAll, expect, test } from 'vitest';
import { emptyForm } from '../state/settings.ts';
import { loadTime } from '../state/options.ts';
import { linkReport, type Opened } from './link-report.ts';
import { formOf, readLink } from './link.ts';
import { loadTemplates } from '../state/templates.ts';

const [simple] = templates;
const TEMPLATE = { template: simple?.name ?? '', content: simple?.text ?? '' };

beforeAll(loadTime);
beforeAll(loadTemplates);

/** The report on a link, as the page opens it. */
function reportOn(search: string, opened: Partial<Opened> = {}) {
  const link = readLink(search);
  const { form } = formOf(link, emptyForm, new Map());
  return linkReport(search, { link, form, ...TEMPLATE, failure: undefined, ...opened });
}

test.each([
  '',
  '?template=Stock+Prices',
  '?eps=12&limit=-1',
  '?generatorName=Log&template=Custom&utm_source=x',
  '?generatorName=Tinybird&datasource=events&token=p.abc',
])('there is nothing to say about %j', (search) => {
  expect(reportOn(search)).toBeUndefined();
});

test('a link without its token says what is missing and what was kept', () => {
  expect(
    reportOn('?generatorName=Tinybird&datasource=events&eps=12&limit=34&template=Stock+Prices&seed=7', {
      template: 'Stock Prices',
    }),
  ).toEqual({
    missing: ['Data Source API Token'],
    problems: [],
    kept: [
      'Tinybird Events API',
      'Data Source name',
      '12 events per second',
      'a limit of 34',
      'the template Stock Prices',
      'seed 7',
    ],
  });
});

test('bad numbers, times and names are damage', () => {
  const { problems, missing, kept } = reportOn(
    '?generatorName=Log&eps=1o0&limit=-5&from=soon&template=Stock+Pri&seed=7',
  ) ?? { problems: [], missing: [], kept: [] };
  expect(missing).toEqual([]);
  expect(problems).toEqual([
    'Unknown template Stock Pri',
    'Events Per Second: Must be a number',
    'Limit: Must be a whole number, 1 or more',
    expect.stringMatching(/^from must be an instant/) as string,
  ]);
  expect(kept).toEqual(['Log', 'seed 7']);
  expect(reportOn('?generatorName=Tinyb&eps=3')).toEqual({
    missing: [],
    problems: ['Unknown destination Tinyb'],
    kept: ['3 events per second'],
  });
});

test('a schema that cannot be read is damage, and is not said to be kept', () => {
  const search = '?generatorName=Log&template=Custom&schema=z1.x';
  expect(reportOn(search, { failure: 'It can’t be read.' })).toEqual({
    missing: [],
    problems: ['It can’t be read.'],
    kept: ['Log'],
  });
  expect(reportOn(search, { template: 'Custom', content: '{"a": {' })?.problems).toEqual([
    'The schema in this link is not valid JSON. The link may have been cut off.',
  ]);
});

import { sharesOf, type Story } from '../../../../apps/docs/reference/story.ts';

export const story: Story = {
  about:
    'The fields are independent and weighted. For visitors who move from page to page, use [Web Sessions](web-sessions.md).',
  charts: {
    pages: sharesOf({
      title: 'Page views by page',
      description: 'Two out of five views are of the start page, followed by documentation and pricing.',
      field: 'page_url',
      of: 'page views',
      labelOf: (url) => new URL(String(url)).pathname,
    }),
    referrers: sharesOf({
      title: 'Page views by referrer',
      description: 'Nearly half of the views have no referrer. Most of the others come from a search engine.',
      field: 'referrer',
      of: 'page views',
      labelOf: (url) => (url === '' ? 'no referrer' : new URL(String(url)).hostname),
    }),
  },
};

import { sharesOf, type Story } from '../../../../apps/docs/reference/story.ts';

export const story: Story = {
  about:
    'The fields are independent and weighted: most sales come from one source, and most are of one item.',
  charts: {
    campaigns: sharesOf({
      title: 'Sales by source',
      description: 'More than half of the sales come from one source; three others share the rest.',
      field: 'utm_source',
      of: 'sales',
    }),
    items: sharesOf({
      title: 'Items per sale',
      description: 'Six out of seven sales are of one item. Sales of four items are rare.',
      field: 'sales',
      of: 'sales',
      labelOf: (items) => `${String(items)} ${items === 1 ? 'item' : 'items'}`,
    }),
  },
};

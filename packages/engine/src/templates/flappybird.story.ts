import { edges, sharesOf, spreadOf, type Story } from '../../../../apps/docs/reference/story.ts';

export const story: Story = {
  about: 'The fields are independent: every event belongs to a new round, and scores are uniform.',
  charts: {
    events: sharesOf({
      title: 'Events by type',
      description: 'Four out of five events are scores, and one out of fifty is a purchase.',
      field: 'type',
      of: 'events',
    }),
    scores: spreadOf({
      title: 'Scores by event type',
      description:
        'All scores from 0 to 100 are equally likely for every event type. Purchases are few, so their columns vary by chance. The last column includes 100.',
      field: 'score',
      by: ({ type }) => String(type),
      bins: edges(0, 100, 20),
      x: { label: 'score', ticks: [0, 20, 40, 60, 80, 100] },
      y: { label: '% of the events of this type, by 5 points', ticks: [0, 10] },
    }),
  },
};

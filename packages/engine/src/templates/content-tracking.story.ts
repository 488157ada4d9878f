import { edges, spreadOf, type Story } from '../../../../apps/docs/reference/story.ts';

export const story: Story = {
  about:
    'The fields are independent: every event has a new user and new content, and the time spent does not depend on the scroll depth.',
  charts: {
    time: spreadOf({
      title: 'Time spent on content by scroll depth',
      description: 'Times are uniform up to an hour, whether or not the user scrolled further.',
      field: 'timeSpentSeconds',
      by: ({ scrollDepthPercent: depth }) =>
        Number(depth) < 50 ? '0 to 49 % scrolled' : '50 to 100 % scrolled',
      bins: edges(0, 3600, 24),
      x: {
        label: 'time spent, minutes',
        ticks: [0, 900, 1800, 2700, 3600],
        text: (seconds) => String(seconds / 60),
      },
      y: { label: '% of the events, by 2.5 minutes', ticks: [0, 6] },
    }),
  },
};

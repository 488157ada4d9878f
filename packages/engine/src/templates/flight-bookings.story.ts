import { sharesOf, type Story } from '../../../../apps/docs/reference/story.ts';

export const story: Story = {
  about:
    'The fields are independent: passengers, cities and extras do not depend on each other. Airlines, bags and meals are weighted.',
  charts: {
    airlines: sharesOf({
      title: 'Bookings by airline',
      description: 'Two airlines have a fifth of the bookings each, and the smallest has one out of twenty.',
      field: 'airline',
      of: 'bookings',
    }),
    bags: sharesOf({
      title: 'Bookings by number of extra bags',
      description: 'Four out of five bookings have no extra bag or one. A few have up to nine.',
      field: 'extra_bags',
      of: 'bookings',
      labelOf: (bags) => `${String(bags)} ${bags === 1 ? 'bag' : 'bags'}`,
    }),
  },
};

import { sharesOf, type Story } from '../../../../apps/docs/reference/story.ts';

export const story: Story = {
  about:
    'The fields are independent, with weighted sports and stakes. All bets are placed within five kilometres of one stadium.',
  charts: {
    sports: sharesOf({
      title: 'Bets by sport',
      description: 'Nearly half of the bets are on football, and one out of twenty is on hockey.',
      field: 'sport',
      of: 'bets',
    }),
    stakes: sharesOf({
      title: 'Bets by stake',
      description: 'Two out of three stakes are 5 or 10, and one out of twenty is 100.',
      field: 'amount',
      of: 'bets',
    }),
  },
};

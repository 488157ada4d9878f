import { edges, spreadOf, type Story } from '../../../../apps/docs/reference/story.ts';

export const story: Story = {
  about: 'The fields are independent. Start here, and change it into a template of your own.',
  charts: {
    temperature: spreadOf({
      title: 'Sensor temperatures by status',
      description:
        'All temperatures from −10 to 40 °C are equally likely. The status does not affect the temperature.',
      field: 'temperature',
      by: ({ status }) => String(status),
      bins: edges(-10, 40, 25),
      x: {
        label: 'temperature, °C',
        ticks: [-10, 0, 10, 20, 30, 40],
        text: (celsius) => String(celsius).replace('-', '−'),
      },
      y: { label: '% of the readings with this status, by 2 °C', ticks: [0, 6] },
    }),
  },
};

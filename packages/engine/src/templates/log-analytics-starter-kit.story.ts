import { sharesOf, type Story } from '../../../../apps/docs/reference/story.ts';

export const story: Story = {
  about:
    'The fields are independent and weighted, so a line with status 500 can have level info. For lines that are consistent with themselves and with their neighbours, use [Logs with Incidents](logs-with-incidents.md).',
  charts: {
    status: sharesOf({
      title: 'Requests by status',
      description: 'Nearly nine out of ten requests return 200. Statuses 500 and 503 are rare.',
      field: 'status',
      of: 'requests',
      toneOf: (status) => (Number(status) >= 500 ? 'berry' : Number(status) >= 400 ? 'straw' : 'egg'),
    }),
    level: sharesOf({
      title: 'Log lines by level',
      description: 'Nine out of ten lines have level info.',
      field: 'level',
      of: 'log lines',
      toneOf: (level) => (level === 'error' ? 'berry' : level === 'warn' ? 'straw' : 'egg'),
    }),
  },
};

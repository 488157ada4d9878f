import { defineTemplate } from './template.ts';

/** Reading behaviour: time spent and scroll depth. */
export const contentTracking = defineTemplate({
  name: 'Content Tracking',
  summary: 'How long a user spent on a piece of content, and how far they scrolled.',
  schema: {
    timestamp: { type: 'catbird.timestampNow' },
    userId: { type: 'string.uuid' },
    contentId: { type: 'string.uuid' },
    timeSpentSeconds: { type: 'number.int', params: { min: 1, max: 3600 } },
    scrollDepthPercent: { type: 'number.int', params: { min: 0, max: 100 } },
  },
});

import { timestamp, uuid, whole, type Template } from './template.ts';

/** How long and how far people read. */
export const contentTracking: Template = {
  name: 'Content Tracking',
  summary: 'How long and how far a user reads a piece of content.',
  schema: {
    timestamp,
    userId: uuid,
    contentId: uuid,
    timeSpentSeconds: whole(1, 3600),
    scrollDepthPercent: whole(0, 100),
  },
};

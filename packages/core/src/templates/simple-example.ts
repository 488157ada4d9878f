import { defineTemplate } from './template.ts';

/** The template that a new page starts with: short, so that it explains the schema's form by itself. */
export const simpleExample = defineTemplate({
  name: 'Simple Example',
  summary: 'A reading of one of fifty sensors.',
  schema: {
    timestamp: { type: 'catbird.timestampNow' },
    sensor_id: { type: 'number.int', params: { min: 1, max: 50 } },
    status: { type: 'helpers.arrayElement', params: ['ok', 'warning', 'offline'] },
    temperature: { type: 'number.float', params: { min: -10, max: 40, fractionDigits: 1 } },
  },
});

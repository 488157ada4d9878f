import { defineTemplate } from './template.ts';

/** The default template of the page: short enough to explain the schema format by itself. */
export const simpleExample = defineTemplate({
  name: 'Simple Example',
  summary: 'A reading from one of fifty sensors.',
  schema: {
    timestamp: { type: 'catbird.timestampNow' },
    sensor_id: { type: 'number.int', params: { min: 1, max: 50 } },
    status: { type: 'helpers.arrayElement', params: ['ok', 'warning', 'offline'] },
    temperature: { type: 'number.float', params: { min: -10, max: 40, fractionDigits: 1 } },
  },
});

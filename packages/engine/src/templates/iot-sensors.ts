import { defineTemplate, weighted } from './template.ts';

/** Sensors that share the weather, each with its own offset, drift and battery. */
export const iotSensors = defineTemplate({
  name: 'IoT Sensors',
  summary:
    'A reading from one of 200 sensors: temperature follows the time of day, humidity follows temperature, and an empty battery means no reading.',
  schema: {
    timestamp: { type: 'catbird.timestampNow' },
    sensor_id: {
      type: 'catbird.key',
      params: { name: 'sensor', size: 200, form: 'text', prefix: 'sensor-' },
    },
    site: {
      type: 'helpers.arrayElement',
      params: ['Harbour', 'Mill', 'North Gate', 'Orchard', 'Quarry'],
      per: 'sensor_id',
    },
    firmware: { ...weighted({ '2.4.1': 70, '2.4.0': 25, '1.9.7': 5 }), per: 'sensor_id' },
    reading: { type: 'catbird.sequence', hidden: true },
    age: {
      type: 'number.float',
      params: { min: 0, max: 104, fractionDigits: 2 },
      per: 'sensor_id',
      hidden: true,
    },
    life: {
      type: 'number.int',
      params: { min: 2000, max: 9000 },
      per: 'sensor_id',
      hidden: true,
    },
    used: {
      type: 'catbird.expression',
      params: '(age + reading / life) % 104',
      hidden: true,
    },
    battery: { type: 'catbird.expression', params: 'round(max(0, 100 - used), 1)' },
    status: {
      type: 'catbird.expression',
      params: 'battery == 0 ? "dead" : battery < 15 ? "low" : "ok"',
    },
    weather: {
      type: 'catbird.wave',
      params: { mean: 14, amplitude: 6, phase: 0.6, fractionDigits: 2 },
      hidden: true,
    },
    offset: {
      type: 'catbird.normal',
      params: { deviation: 1.5, fractionDigits: 2 },
      per: 'sensor_id',
      hidden: true,
    },
    drift: {
      type: 'catbird.walk',
      params: { start: 0, step: 0.01, min: -3, max: 3, fractionDigits: 2 },
      per: 'sensor_id',
      hidden: true,
    },
    temperature: {
      type: 'catbird.lookup',
      params: {
        field: 'status',
        cases: { dead: null },
        default: {
          type: 'catbird.expression',
          params: 'round(weather + offset + drift, 1)',
        },
      },
    },
    damp: {
      type: 'catbird.walk',
      params: { step: 0.02, min: 85, max: 105, fractionDigits: 2 },
      per: 'site',
      hidden: true,
    },
    humidity: {
      type: 'catbird.expression',
      params: 'round(max(5, min(100, damp - 2 * temperature)), 1)',
    },
    signal_dbm: {
      type: 'catbird.normal',
      params: { mean: -71, deviation: 9, min: -110, max: -30, fractionDigits: 0 },
    },
  },
});

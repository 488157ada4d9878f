import {
  DAY,
  plot,
  type Line,
  type Panel,
  type Story,
  type Tone,
} from '../../../../apps/docs/reference/story.ts';

const HOUR_MS = 3_600_000;
const ROWS_PER_HOUR = HOUR_MS / DAY.stepMs;

interface Reading {
  readonly sensor_id: string;
  readonly battery: number;
  readonly temperature: number | null;
}

/** Readings of one sensor, with their positions in the stream. */
const readingsOf = (readings: readonly Reading[], sensor: string) =>
  readings.flatMap((reading, at) => (reading.sensor_id === sensor ? [{ ...reading, at }] : []));

/** Span of the battery chart. */
const DAYS = 10;
/** The battery chart draws every fourth reading. */
const READINGS_PER_POINT = 4;

export const story: Story<Reading> = {
  about:
    'All sensors share the same weather. Each has a constant offset and a drift that follows a random walk. Humidity follows temperature, with a random walk per site. Batteries run down at different speeds. A sensor with an empty battery has status `dead` and no readings until the battery is replaced.',
  rows: DAYS * DAY.count,
  charts: {
    temperature: (readings) => {
      const day = readings.slice(0, DAY.count);
      const lineOf = (tone: Tone, sensor: string, name = sensor): Line => ({
        name,
        tone,
        points: readingsOf(day, sensor).map(({ at, temperature }) => [at / ROWS_PER_HOUR, temperature]),
      });
      return plot({
        title: 'Temperatures of three sensors over one day',
        description:
          'All sensors follow the same daily curve, warmest in the afternoon, each with its own offset. The battery of sensor-124 runs out in the early afternoon; sensor-92 gets a new one in the late afternoon.',
        x: {
          label: 'time of day',
          ticks: [0, 4, 8, 12, 16, 20, 24],
          text: (hour) => `${hour}:00`,
        },
        y: { label: 'temperature, °C', ticks: [5, 10, 15, 20, 25] },
        panels: [
          {
            lines: [
              lineOf('egg', 'sensor-16'),
              lineOf('dusk', 'sensor-92'),
              lineOf('berry', 'sensor-124', ''),
            ],
            notes: [
              { x: 13.9, y: 12.8, text: 'sensor-124, battery empty' },
              { x: 18, y: 22.4, text: 'new battery' },
            ],
          },
        ],
      });
    },
    battery: (readings) => {
      const panelOf = (sensor: string): Panel => {
        const points = readingsOf(readings, sensor)
          .filter((_, i) => i % READINGS_PER_POINT === 0)
          .map(({ at, battery }) => [at / DAY.count, battery] as const);
        const pointsWhere = (isDead: boolean): Line['points'] =>
          points.map(([day, battery]) => [day, (battery === 0) === isDead ? battery : null]);
        return {
          name: sensor,
          lines: [
            { tone: 'egg', points: pointsWhere(false) },
            { tone: 'berry', points: pointsWhere(true) },
          ],
        };
      };
      return plot({
        title: 'Batteries of four sensors over ten days',
        description:
          'At 10,000 readings a day, a battery lasts from three weeks to three months. An empty battery is shown in red until it is replaced.',
        x: { label: 'days', ticks: [0, 2, 4, 6, 8, 10] },
        y: { label: 'battery, %', ticks: [0, 50, 100] },
        panels: ['sensor-193', 'sensor-185', 'sensor-57', 'sensor-54'].map(panelOf),
      });
    },
  },
};

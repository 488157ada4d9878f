import type { Tone } from '../chart/picture.ts';
import { plot, type Line, type Panel } from '../chart/plot.ts';
import { DAY, type Story } from '../story.ts';

const HOUR_MS = 3_600_000;
const ROWS_A_HOUR = HOUR_MS / DAY.stepMs;

interface Reading {
  readonly sensor_id: string;
  readonly battery: number;
  readonly temperature: number | null;
}

/** Readings of a sensor with their places in the stream, so with their times. */
const readingsOf = (readings: readonly Reading[], sensor: string) =>
  readings.flatMap((reading, at) => (reading.sensor_id === sensor ? [{ ...reading, at }] : []));

/** How long batteries are looked at. */
const DAYS = 10;
/** Of the readings of a sensor in that time, every so many are drawn. */
const READINGS_A_POINT = 4;

/** Of the template IoT Sensors. */
export const iotSensors: Story<Reading> = {
  about:
    'All sensors are in the same weather. Each has an offset of its own that stays, and a drift that walks; humidity follows temperature, with a walk for each site. Batteries run down at different speeds. An empty one is told as `dead`, has no readings, and is replaced some time later.',
  rows: DAYS * DAY.count,
  charts: {
    temperature: (readings) => {
      const day = readings.slice(0, DAY.count);
      const lineOf = (tone: Tone, sensor: string, name = sensor): Line => ({
        name,
        tone,
        points: readingsOf(day, sensor).map(({ at, temperature }) => [at / ROWS_A_HOUR, temperature]),
      });
      return plot({
        title: 'Temperatures of three sensors over a day',
        description:
          'One wave for all, warmest in the afternoon, and an offset for each sensor. The battery of sensor-64 is empty from the morning on; sensor-75 gets a new one in the afternoon.',
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
              lineOf('dusk', 'sensor-75'),
              lineOf('berry', 'sensor-64', ''),
            ],
            notes: [
              { x: 9.1, y: 11, text: 'sensor-64, battery empty' },
              { x: 10.9, y: 17.1, text: 'new battery' },
            ],
          },
        ],
      });
    },
    battery: (readings) => {
      const panelOf = (sensor: string): Panel => {
        const points = readingsOf(readings, sensor)
          .filter((_, i) => i % READINGS_A_POINT === 0)
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
          'At 10,000 readings a day, a battery lasts from three weeks to three months. While it is empty the sensor is dead, in red, until it has a new one.',
        x: { label: 'days', ticks: [0, 2, 4, 6, 8, 10] },
        y: { label: 'battery, %', ticks: [0, 50, 100] },
        panels: ['sensor-144', 'sensor-57', 'sensor-88', 'sensor-122'].map(panelOf),
      });
    },
  },
};

import { expect, test } from 'vitest';
import { namesOfServices } from './setup.js';

test('running services are read from systemd and from init scripts', () => {
  const units = [
    'cron.service          loaded active running Regular background program',
    'redis-server.service  loaded active running Advanced key-value store',
  ];
  expect(namesOfServices(units.join('\n'))).toEqual(['cron', 'redis-server']);
  expect(namesOfServices(' [ - ]  dbus\n [ + ]  mosquitto\n [ ? ]  hwclock.sh\n [ + ]  nginx\n')).toEqual([
    'mosquitto',
    'nginx',
  ]);
});

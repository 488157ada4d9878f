import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { freePorts } from '../../../../scripts/peers.js';
import { startMosquitto } from '../../../../scripts/peers/mosquitto.js';
import { findProgram } from '../../../../scripts/programs.js';
import { batchOf } from '../../../send/test/destinations/batch.ts';
import { configOf, deliveryError, sendOptions, testEnv } from '../../../send/test/destinations/contract.ts';
import { mqtt as destination } from '../../src/systems/mqtt/destination.ts';
import { mqtt } from './mqtt.ts';
import { brokerSuite } from './suite.ts';

brokerSuite(mqtt);

const program = findProgram('mosquitto');
const opened = (port: number, qos: string) =>
  destination.open(
    configOf(destination, { url: `mqtt://127.0.0.1:${port}`, topic: 'events', qos }),
    testEnv(),
  );

describe.skipIf(program === undefined)('Messages that the broker finds too large', () => {
  test.each(['1', '2'])('with QoS %s, only they are rejected, each with its own response', async (qos) => {
    const [port = 0] = await freePorts(1);
    const broker = await startMosquitto({ program: program ?? '', port, messageBytes: 2000 });
    const connection = await opened(port, qos);
    const rows = Array.from({ length: 40 }, (_, n) => ({ text: 'x'.repeat(n % 3 === 0 ? 4000 : 100) }));
    const receipt = await connection.send(batchOf(rows), sendOptions());
    const places = Array.from({ length: 14 }, (_, n) => n * 3);
    expect(receipt).toMatchObject({ accepted: 26, rejected: 14, rejectedPlaces: places });
    expect(receipt.refusal).toMatchObject({ kind: 'too-large', code: '149', uncertain: false });
    await connection.close();
    await broker.stop();
  });
});

test('a response that is not MQTT ends the request at once, and its events may have been stored', async () => {
  const CONNACK = Buffer.from([0x20, 0x03, 0, 0, 0]);
  const MALFORMED = Buffer.from([0x4f, 0x02, 0, 1]);
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(CONNACK);
      socket.once('data', () => socket.write(MALFORMED));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connection = await opened(port, '1');
  const error = await deliveryError(connection.send(batchOf([{ n: 1 }]), sendOptions()));
  expect(error).toMatchObject({ kind: 'network', uncertain: true });
  // In the client's own words.
  expect(error.message).toMatch(/^The connection to 127\.0\.0\.1:\d+ failed: Invalid header flag bits/);
  await connection.close();
  server.close();
});

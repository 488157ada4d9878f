// Used by tests: the Kafka cluster of librdkafka's own tests, which lives in the memory of kcat.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

const START_MS = 20_000;

/**
 * Starts a cluster of one broker, which chooses its port itself. Topics have four partitions and are made when they are first asked for.
 * https://github.com/confluentinc/librdkafka/blob/master/src/rdkafka_mock.h
 * @param {string} program path of kcat
 * @returns {Promise<import('./server.js').Server & { hold: (on: boolean) => void }>} `hold` holds it up, or lets it go on
 */
export async function startKafka(program) {
  // A consumer, since it stays without input.
  const args = ['-C', '-q', '-X', 'test.mock.num.brokers=1', '-b', 'mock', '-t', 'catbird-keeps-it-open'];
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  const killNow = () => child.kill('SIGKILL');
  process.once('exit', killNow);
  /** @param {NodeJS.Signals} signal */
  const endBy = async (signal) => {
    process.off('exit', killNow);
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (words = `${words}${text}`.slice(-4000)));
  const untilMs = performance.now() + START_MS;
  for (;;) {
    const port = Number(/replaced with 127\.0\.0\.1:(\d+)/.exec(words)?.[1]);
    if (port > 0)
      return {
        folder: '',
        port,
        kill: () => endBy('SIGKILL'),
        end: () => endBy('SIGTERM'),
        start: () => Promise.reject(new Error('What was in memory is gone, and so is the port')),
        stop: () => endBy('SIGKILL'),
        hold: (on) => void child.kill(on ? 'SIGSTOP' : 'SIGCONT'),
      };
    if (child.exitCode !== null || performance.now() > untilMs) {
      await endBy('SIGKILL');
      throw new Error(`kcat did not start a cluster: ${words}`);
    }
    await setTimeout(20);
  }
}

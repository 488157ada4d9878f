// Used by tests: the mock Kafka cluster of librdkafka, which runs in the memory of kcat.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

const START_MS = 90_000;

/**
 * Starts a cluster of one broker on a free port. Topics have four partitions and are created on first use.
 * https://github.com/confluentinc/librdkafka/blob/master/src/rdkafka_mock.h
 * @param {string} program path of kcat
 * @returns {Promise<import('./server.js').Server & { hold: (on: boolean) => void }>} `hold` pauses or resumes the cluster
 */
export async function startKafka(program) {
  // A consumer, which runs without input.
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
        start: () => Promise.reject(new Error('A mock cluster cannot be restarted: its data is gone')),
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

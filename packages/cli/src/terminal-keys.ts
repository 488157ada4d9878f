import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { ReadStream } from 'node:tty';

/** The keys of the terminal, one press at a time, without Enter. */
export interface Keys {
  /** Listens until closed. Keys that send signals still do. */
  listen(onKey: (key: string) => void): { close(): void };
}

/** The signals of Ctrl-C, Ctrl-\ and Ctrl-Z, which a terminal does not send while keys are read one by one. */
const SIGNALS: Readonly<Record<string, NodeJS.Signals>> = {
  '\u0003': 'SIGINT',
  '\u001C': 'SIGQUIT',
  '\u001A': 'SIGTSTP',
};

/** The keys of a terminal's input. */
export const terminalKeys = (input: ReadStream): Keys => ({
  listen(onKey) {
    const press = (data: Buffer): void => {
      for (const key of data.toString()) {
        const signal = SIGNALS[key];
        if (signal === undefined) onKey(key);
        else {
          if (signal !== 'SIGINT') end();
          // To all programs of the command line, as the terminal would.
          process.kill(0, signal);
        }
      }
    };
    // A program in the background that reads from its terminal is stopped.
    const begin = (): void => {
      if (!isInForeground()) return;
      input.setRawMode(true);
      input.off('data', press).on('data', press).resume();
    };
    const end = (): void => {
      input.off('data', press).pause();
      if (isInForeground()) input.setRawMode(false);
    };
    begin();
    process.on('SIGCONT', begin);
    process.on('exit', end);
    return {
      close() {
        process.off('SIGCONT', begin);
        process.off('exit', end);
        end();
      },
    };
  },
});

/** Whether the process may use its terminal. */
function isInForeground(): boolean {
  if (process.platform === 'win32') return true;
  if (process.platform === 'linux') {
    // After the name in parentheses: state, parent, process group, session, terminal, and the terminal's foreground group. proc(5)
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return group === foreground;
  }
  const { stdout: state } = spawnSync('ps', ['-o', 'stat=', '-p', String(process.pid)], { encoding: 'utf8' });
  return state.includes('+');
}

import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import { DeliveryError, member } from '@catbird/send';

const MAX_MS = 30_000;

/** The token that a command of the shell prints. What it writes to stderr is for people. @throws DeliveryError */
export async function tokenBy(command: string): Promise<string> {
  try {
    const { stdout: printed } = await promisify(exec)(command, { timeout: MAX_MS });
    const token = printed.trim();
    if (/^\S+$/.test(token)) return token;
    throw new DeliveryError(
      'auth',
      token === ''
        ? 'The command of --token-command printed no token'
        : 'The command of --token-command printed more than a token. Send its messages to stderr',
    );
  } catch (cause) {
    if (cause instanceof DeliveryError) throw cause;
    // https://nodejs.org/api/child_process.html#child_processexeccommand-options-callback
    const [isKilled, code, stderr] = ['killed', 'code', 'stderr'].map((name) => member(cause, name));
    const end =
      isKilled === true ? `took longer than ${MAX_MS / 1000} seconds` : `ended with ${String(code)}`;
    throw new DeliveryError('auth', `The command of --token-command ${end}`, {
      detail: String(stderr).trim(),
      cause,
    });
  }
}

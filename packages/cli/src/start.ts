import type { ExitCode } from './exit-codes.ts';
import { listenToInterrupts } from './interrupt.ts';

/** Runs `catbird` with these arguments, and says how it went. Signals are listened to before anything else loads. */
export async function start(args: readonly string[]): Promise<ExitCode> {
  const interrupt = listenToInterrupts();
  const { main } = await import('./main.ts');
  return main(args, interrupt);
}

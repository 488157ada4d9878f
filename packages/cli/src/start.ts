import type { ExitCode } from './exit-codes.ts';
import { listenToInterrupts } from './interrupt.ts';

/** Runs `catbird` with these arguments. Handles signals before anything else loads. */
export async function start(args: readonly string[]): Promise<ExitCode> {
  const interrupt = listenToInterrupts();
  const { main } = await import('./main.ts');
  return main(args, interrupt);
}

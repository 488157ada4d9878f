import type { ExitCode } from './exit-codes.ts';
import { listenToInterrupts } from './interrupt.ts';

/** Runs `catbird` with these arguments. Handles signals before anything else loads. */
export async function start(args: readonly string[]): Promise<ExitCode> {
  const interrupt = listenToInterrupts();
  const [{ main }, { processTerminal }] = await Promise.all([import('./main.ts'), import('./terminal.ts')]);
  return main(args, processTerminal(interrupt));
}

import { systemClock, repeatedHttp, DeliveryError } from '@catbird/send';
import type { RegistryUse } from '@catbird/stream';
import { EXIT } from '../exit-codes.ts';
import { Interrupted, NotStarted } from '../interrupt.ts';
import type { Terminal } from '../terminal.ts';
import { newTransport } from './http.ts';

/** Asks a schema registry. Rejects with `NotStarted` if that fails, and with `Interrupted` if a signal comes first. */
export const askingRegistry =
  ({ interrupt }: Pick<Terminal, 'interrupt'>): RegistryUse['ask'] =>
  async (act) => {
    const { http, close } = newTransport();
    const signal = interrupt.stop;
    try {
      return await act({ http: repeatedHttp(http, systemClock, Math.random), signal, now: Date.now });
    } catch (error) {
      if (signal.aborted) throw new Interrupted('asking the schema registry');
      if (!(error instanceof DeliveryError)) throw error;
      throw new NotStarted('service', EXIT.failed, wordsOf(error), { cause: error });
    } finally {
      await close();
    }
  };

function wordsOf({ kind, message, hint }: DeliveryError): string {
  const isReached = kind !== 'network' && kind !== 'timeout';
  const words = isReached ? message : `The schema registry cannot be reached: ${message}`;
  return hint === undefined ? words : `${words}. ${hint}`;
}

import { readStored, writeStored } from './storage.ts';

/** A switch that this browser remembers. On until it is switched off. */
export interface Choice {
  isOn(): boolean;
  remember(isOn: boolean): void;
}

function newChoice(key: string): Choice {
  return {
    isOn: () => readStored(() => localStorage.getItem(key)) !== 'false',
    remember: (isOn) =>
      writeStored(() => (isOn ? localStorage.removeItem(key) : localStorage.setItem(key, 'false'))),
  };
}

/** Whether Log prints events to the console. */
export const consoleChoice = newChoice('print-events');

/** Whether single letters are shortcuts. */
export const lettersChoice = newChoice('letter-shortcuts');

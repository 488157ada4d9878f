import { askedOf } from '../state/run-rate.ts';
import type { Command } from '../palette/command.ts';
import { isRunning, type State } from '../state/state.ts';
import { TRIALS } from '../state/trials.ts';
import type { Actions } from './actions.ts';

/** What commands need besides state and actions. */
export interface CommandTools {
  /** Scrolls to a step and moves the focus to its heading. */
  goTo(step: 0 | 1 | 2 | 3): void;
  openPalette(): void;
  openSheet(): void;
  /** The first control that matches a selector; undefined if none is on the page. */
  find(selector: string): HTMLElement | undefined;
}

const STEPS = ['Settings', 'Schema Designer', 'Overview'] as const;

/** A press of + or − changes the rate by this share. */
const RATE_SHARE = 0.1;

/** Every command, in the order of palette and sheet. The only list: keys, palette and sheet follow from it. */
export const commandsOf = (state: State, actions: Actions, tools: CommandTools): readonly Command[] => [
  {
    id: 'palette',
    label: 'Commands',
    group: 'Anywhere',
    keys: ['Ctrl', 'K'],
    run: () => tools.openPalette(),
  },
  {
    id: 'sheet',
    label: 'Keyboard shortcuts',
    group: 'Anywhere',
    keys: ['?'],
    run: () => tools.openSheet(),
  },
  ...placeCommands(state, tools),
  ...schemaCommands(state, actions, tools),
  ...runCommands(state, actions, tools),
];

const placeCommands = ({ step }: State, tools: CommandTools): readonly Command[] =>
  STEPS.map((label, i) => ({
    id: `go-${i + 1}`,
    label: `Go to ${label}`,
    group: 'Anywhere',
    isPlace: true,
    keys: ['G', String(i + 1)],
    blocked: step > i ? undefined : 'Not reached yet',
    run: () => tools.goTo(i === 0 ? 1 : i === 1 ? 2 : 3),
  }));

function schemaCommands(state: State, actions: Actions, tools: CommandTools): readonly Command[] {
  const early = state.step < 2 ? 'Connect first' : undefined;
  const locked = early ?? (isRunning(state) ? 'Locked while a stream runs' : undefined);
  const views = VIEWS.map(([view, label], i): Command => ({
    id: `view-${view}`,
    label: `Preview, ${label}`,
    group: 'Preview',
    isPlace: true,
    keys: ['Alt', String(i + 1)],
    blocked: early,
    run: () => tools.find(`#preview-${view}, #schema input[value='${view}']`)?.click(),
  }));
  return [
    {
      id: 'preview',
      label: 'Preview',
      detail: 'Refresh and save to the address',
      group: 'Preview',
      keys: ['Ctrl', 'Enter'],
      blocked: early,
      run: () => void actions.preview(),
    },
    ...views,
    {
      id: 'seed',
      label: 'New seed',
      group: 'Preview',
      keys: ['Alt', 'R'],
      blocked: locked,
      run: () => void actions.newSeed(),
    },
    {
      id: 'format',
      label: 'Format the schema',
      group: 'Preview',
      blocked: locked,
      run: () => actions.format(),
    },
  ];
}

/** The views of the preview, by the ends of their tabs' ids. */
const VIEWS = [
  ['table', 'table'],
  ['row', 'one row'],
] as const;

function runCommands(state: State, actions: Actions, tools: CommandTools): readonly Command[] {
  const { run, step } = state;
  const running = isRunning(state);
  const idle = running ? undefined : 'No stream is running';
  const startable = step < 2 ? 'Connect first' : running ? 'A stream is running' : undefined;
  const isPaused = run?.progress?.time?.isPaused === true;
  const tail = '#overview .tail-head button';
  return [
    {
      id: 'start',
      label: 'Start Generating!',
      group: 'While running',
      keys: ['Ctrl', 'Shift', 'Enter'],
      blocked: startable,
      run: () => void (step === 2 ? actions.saveAndGenerate() : actions.start()),
    },
    {
      id: 'stop',
      label: 'Stop Generating!',
      group: 'While running',
      keys: ['Ctrl', '.'],
      blocked: idle,
      run: () => actions.stop(),
    },
    {
      id: 'pause',
      label: isPaused ? 'Resume sending' : 'Pause sending',
      group: 'While running',
      keys: ['P'],
      blocked: idle,
      run: () => (isPaused ? actions.resume() : actions.pause()),
    },
    {
      id: 'freeze',
      label: 'Pause or resume the event list',
      group: 'While running',
      keys: ['F'],
      blocked: run === undefined ? 'No stream yet' : undefined,
      run: () => tools.find(tail)?.click(),
    },
    ...rateCommands(state, actions, idle),
    ...faultCommands(state, actions, idle),
  ];
}

/** A tenth more or less. */
function rateCommands({ run }: State, actions: Actions, idle: string | undefined): readonly Command[] {
  const asked = run === undefined ? 0 : (askedOf(run) ?? 0);
  const change = (id: string, label: string, key: string, factor: number): Command => ({
    id,
    label,
    group: 'While running',
    keys: [key],
    blocked: idle ?? (asked === 0 ? 'No rate to change' : undefined),
    run: () => actions.setRate(Number((asked * factor).toPrecision(4))),
  });
  return [
    change('faster', 'Rate up by 10 %', '+', 1 + RATE_SHARE),
    change('slower', 'Rate down by 10 %', '-', 1 - RATE_SHARE),
  ];
}

/** The last fault that was tried, as its button would. */
function faultCommands({ run }: State, actions: Actions, idle: string | undefined): readonly Command[] {
  const last = run?.events.faults.at(-1)?.name;
  const trial = TRIALS.find(({ name }) => name === last);
  return [
    {
      id: 'fault',
      label: 'Last fault again',
      detail: last,
      group: 'While running',
      keys: ['L'],
      blocked: idle ?? (trial === undefined ? 'No fault injected yet' : undefined),
      run: () => trial && actions.tryFaults({ ...trial, forMs: TRIAL_MS }),
    },
  ];
}

const TRIAL_MS = 30_000;

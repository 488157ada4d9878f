import { useCallback } from 'react';
import type { Command } from '../palette/command.ts';
import { Palette } from '../palette/palette.tsx';
import { withField } from '../palette/with-field.ts';
import { isRunning, type State } from '../state/state.ts';
import type { TypeSummary } from '../worker/type-protocol.ts';
import type { Actions } from './actions.ts';
import { goToStep } from './newest-step.ts';

/** The palette with what its entries do. Loaded when first opened. */
export function OpenPalette({
  state,
  actions,
  commands,
  typed,
  onClose,
}: {
  readonly state: State;
  readonly actions: Actions;
  readonly commands: readonly Command[];
  readonly typed: () => string;
  readonly onClose: () => void;
}) {
  const { content, step } = state;
  const types = useCallback(() => actions.types(), [actions]);
  const goToSchema = (): void => goToStep(step < 2 ? step : 2);
  const insert = (type: TypeSummary): void => {
    const edited = withField(content, type);
    if (edited !== undefined) actions.edit(edited);
    goToSchema();
  };
  return (
    <Palette
      commands={commands}
      typed={typed}
      content={step < 2 ? '' : content}
      locked={isRunning(state) ? 'Locked while a stream runs' : undefined}
      types={types}
      onTemplate={(name) => {
        actions.chooseTemplate(name);
        if (step === 0) actions.begin();
        else goToSchema();
      }}
      onField={(name) => {
        goToSchema();
        showField(name);
      }}
      onType={insert}
      onClose={onClose}
    />
  );
}

/** Moves the focus to a field's row, if the table of fields is shown. */
function showField(name: string): void {
  const rows = [...document.querySelectorAll<HTMLElement>("#schema [role='row'][data-id]")];
  rows.find((row) => row.querySelector('.c-name')?.textContent === name)?.focus();
}

import { useState } from 'react';
import { consoleChoice } from '../../link/choices.ts';
import { Checkbox } from '../../ui/index.ts';

/** Whether events are printed to the console. The overview lists the latest in any case. */
export function ConsoleSwitch({ locked }: { readonly locked: boolean }) {
  const [isOn, setIsOn] = useState(() => consoleChoice.isOn());
  return (
    <Checkbox
      label="Print events to the console"
      hint={
        isOn
          ? 'No account needed. The overview shows the latest events, too.'
          : 'The overview still shows the latest events.'
      }
      checked={isOn}
      disabled={locked}
      onValue={(checked) => {
        consoleChoice.remember(checked);
        setIsOn(checked);
      }}
    />
  );
}

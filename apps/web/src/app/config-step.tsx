import { useEffect } from 'react';
import { compress } from '../link/compress.ts';
import { LONGEST_ADDRESS } from '../link/link.ts';
import type { OpenedConfig, ShareableConfig } from '../state/streams.ts';
import { Streams } from '../steps/streams/streams.tsx';
import type { OpenConfig } from './config-source.ts';
import { CurveForm } from './curve-part.ts';
import { focusHeading, goToSection } from './newest-step.ts';

/** The step of a config, and its address. Loaded when a config is opened. */
export function ConfigStep({ seed, config }: { readonly seed: string; readonly config: OpenConfig }) {
  const { source } = config;
  // It scrolls once it has something to show.
  useEffect(() => focusHeading('streams'), []);
  return (
    source && (
      <Streams
        id="streams"
        source={source}
        seed={seed}
        onOpened={(opened, shared) => void writeAddress(opened, shared, config)}
        onRunning={config.setRunning}
        onClose={() => {
          config.close();
          goToSection('landing');
        }}
        curveForm={CurveForm}
      />
    )
  );
}

/** A reload shows a chosen file again, if it fits into the address and has no credentials outside of settings. Those are left out. */
async function writeAddress(
  opened: OpenedConfig,
  shared: ShareableConfig | undefined,
  config: OpenConfig,
): Promise<void> {
  if (opened.fromLink && opened.isExtended !== true) return;
  if (shared === undefined) return config.write(undefined);
  const packed = await compress(shared.text);
  return config.write(location.href.length + packed.length > LONGEST_ADDRESS ? undefined : packed);
}

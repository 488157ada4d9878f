import { useState } from 'react';
import { templates } from '@catbird/engine';
import { Button, chooseFile } from '../ui/index.ts';
import { TemplateCards } from './template-cards.tsx';

/** The templates on the landing page; on a phone the first five until all are asked for. */
export function LandingGallery({
  onUse,
  onConfig,
}: {
  readonly onUse: (name: string) => void;
  readonly onConfig: (file: File) => void;
}) {
  const [isWhole, setIsWhole] = useState(false);
  return (
    <section className={isWhole ? 'landing-part' : 'landing-part few'} aria-labelledby="templates-title">
      <header>
        <h2 id="templates-title">Start from a template</h2>
        <p className="hint">
          Each with a sample row. Or several streams that fit together:{' '}
          <Button look="link" onClick={() => void openStarter(onConfig)}>
            Orders and payments
          </Button>
          , or{' '}
          <Button look="link" onClick={() => chooseFile(onConfig)}>
            Open a config…
          </Button>
        </p>
      </header>
      <TemplateCards onUse={onUse} />
      {!isWhole && (
        <Button look="outline" className="show-all" onClick={() => setIsWhole(true)}>
          Show all {templates.length}
        </Button>
      )}
    </section>
  );
}

/** Opens a shop whose orders and payments share their journeys, customers and products. */
async function openStarter(open: (file: File) => void): Promise<void> {
  const { default: text } = await import('../../../../examples/orders-and-payments.yaml?raw');
  open(new File([text], 'orders-and-payments.yaml'));
}

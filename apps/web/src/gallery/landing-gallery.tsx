import { useState } from 'react';
import { templates } from '@catbird/core/internal/templates';
import { Button } from '../ui/index.ts';
import { TemplateCards } from './template-cards.tsx';

/** The templates on the landing page; on a phone the first five until all are asked for. */
export function LandingGallery({
  onUse,
  onConfig,
}: {
  readonly onUse: (name: string) => void;
  readonly onConfig: () => void;
}) {
  const [isWhole, setIsWhole] = useState(false);
  return (
    <section className={isWhole ? 'landing-part' : 'landing-part few'} aria-labelledby="templates-title">
      <header>
        <h2 id="templates-title">Start from a template</h2>
        <p className="hint">
          Each with a sample row. Or run all streams of a file:{' '}
          <Button look="link" onClick={onConfig}>
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

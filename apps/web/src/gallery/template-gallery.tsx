import '../ui/dialog.css';
import { useModal } from '../ui/use-modal.ts';
import { TemplateCards } from './template-cards.tsx';

/** The dialog of the schema designer with all templates. Closes after a choice. */
export function TemplateGallery({
  onUse,
  onClose,
}: {
  readonly onUse: (name: string) => void;
  readonly onClose: () => void;
}) {
  const modal = useModal(onClose);
  return (
    <dialog className="dlg" aria-labelledby="gallery-title" {...modal.props}>
      <div className="dlg-head">
        <div>
          <h2 id="gallery-title">Templates</h2>
          <p>Each with a sample row. Choosing one replaces your schema.</p>
        </div>
        <button className="mini" type="button" onClick={modal.close}>
          Close <kbd>Esc</kbd>
        </button>
      </div>
      <div className="dlg-body">
        <TemplateCards
          onUse={(name) => {
            onUse(name);
            modal.close();
          }}
        />
      </div>
    </dialog>
  );
}

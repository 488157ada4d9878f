import { Tick } from '../../ui/index.ts';

/** In place of many issues: the text is data, and a schema can be made from it. */
export const SampleOffer = ({ onMake }: { readonly onMake: () => void }) => (
  <div role="status" aria-label="Schema issues">
    <ul className="issues">
      <li className="note">
        <Tick tone="retried" />
        <span>
          <b>These are events or a definition, not a schema.</b>{' '}
          <button type="button" onClick={onMake}>
            Make a schema from this sample
          </button>
        </span>
      </li>
    </ul>
  </div>
);

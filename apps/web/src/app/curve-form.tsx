import '../steps/settings/time/time.css';
import { RateEditor } from '../steps/settings/time/rate-editor.tsx';
import type { CurveFormProps } from '../run/follow-curve.tsx';

/** The shape of the rate as in the settings, for the overview of a running stream. Loaded when first unfolded. */
export const CurveForm = ({ text, eps, onText }: CurveFormProps) => (
  <fieldset className="time-rate">
    <legend className="sr">Curve</legend>
    <RateEditor text={text} eps={eps} errors={{}} disabled={false} onText={onText} />
  </fieldset>
);

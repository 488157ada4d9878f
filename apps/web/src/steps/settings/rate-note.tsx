import { limitsNote } from '../../state/rate.ts';
import type { Form } from '../../state/settings.ts';

/** How many requests the asked rate will be, and whether the service takes them. */
export const RateNote = ({ form }: { readonly form: Form }) => limitsNote(form);

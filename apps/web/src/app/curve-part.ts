import { lazyPart } from '../ui/index.ts';

/** Steps do not import each other: those with running streams get the curve of the settings from here. */
export const CurveForm = lazyPart(async () => (await import('./curve-form.tsx')).CurveForm);

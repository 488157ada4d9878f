import { Suspense } from 'react';
import { lazyPart } from '../ui/lazy-part.tsx';
import type { TypePickerProps } from './type-picker.tsx';

const load = () => import('./type-picker.tsx');

const Loaded = lazyPart(async () => (await load()).TypePicker);

/** Loads the picker before it is opened: on hover or focus of what opens it. */
export const prefetchTypePicker = (): void => void load().catch(() => undefined);

/** The type picker, loaded when it opens. */
export const LazyTypePicker = ({ open, ...props }: TypePickerProps & { readonly open: boolean }) =>
  open ? (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  ) : null;

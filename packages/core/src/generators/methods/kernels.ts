import { codeKernels } from './codes.ts';
import { listKernels } from './lists.ts';
import type { MethodKernel } from './options.ts';
import { pictureKernels } from './pictures.ts';
import { textKernels } from './texts.ts';

/** Kernels by the name of their type. */
export const methodKernels: ReadonlyMap<string, MethodKernel> = new Map(
  Object.entries({ ...codeKernels, ...listKernels, ...pictureKernels, ...textKernels }),
);

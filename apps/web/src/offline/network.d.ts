/** Chromium's. https://wicg.github.io/savedata/ */
interface Navigator {
  readonly connection?: { readonly saveData: boolean };
}

/** The part of Trusted Types that is used here; Firefox and Safari have them only of late. https://www.w3.org/TR/trusted-types/ */
interface Window {
  readonly trustedTypes?: {
    createPolicy(
      name: string,
      rules: { readonly createScriptURL: (url: string) => string },
    ): { createScriptURL(url: string): string };
  };
}

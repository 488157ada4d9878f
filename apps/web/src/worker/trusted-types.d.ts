/** The used part of Trusted Types, which older browsers lack. https://www.w3.org/TR/trusted-types/ */
interface Window {
  readonly trustedTypes?: {
    createPolicy(
      name: string,
      rules: { readonly createScriptURL: (url: string) => string },
    ): { createScriptURL(url: string): string };
  };
}

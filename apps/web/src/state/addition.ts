/** A stream that can be added to a config. */
export type Addition =
  /** The steps of a journey in one of its states, which no stream sends yet. */
  | {
      readonly kind: 'state';
      /** The stream whose fields it has; empty: the only one of a config without `streams`. */
      readonly like: string;
      /** The field of the journey. */
      readonly field: string;
      readonly state: string;
    }
  /** Each of an entity once. */
  | { readonly kind: 'table'; readonly entity: string; readonly size: number }
  | { readonly kind: 'template'; readonly template: string }
  | { readonly kind: 'empty' };

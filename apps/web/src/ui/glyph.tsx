/** Follows the label of a button that leads to the next step. */
export const DownArrow = () => (
  <svg
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="M8 3v10M4 9.2 8 13l4-3.8" />
  </svg>
);

/** Precedes the label of a button that stops. */
export const StopIcon = () => <span className="stop-sign" aria-hidden="true" />;

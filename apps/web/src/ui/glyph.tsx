/** The arrow after the word of a button that leads one step on. */
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

/** The square before the word of a button that stops. */
export const StopSign = () => <span className="stop-sign" aria-hidden="true" />;

/** The logo: a bird in the current text colour, with a rufous stroke. */
export const Mark = ({ className = 'mark' }: { readonly className?: string }) => (
  <svg className={className} viewBox="0 0 32 32" aria-hidden="true">
    <path
      stroke="currentColor"
      d="M4.1 3.8 12.3 15.3C12.9 10.3 16.3 7 20.5 7c3.9 0 6.6 2.9 6.6 6.5C27.1 20.9 22.3 26.5 16 26.5c-3.3 0-5.9-1.5-7.3-3.9"
    />
    <path className="now" d="M4.9 12.6 8 19.2" />
    <path
      fill="currentColor"
      d="M13.4 13.6C14.2 9.7 17 7 20.5 7c3.1 0 5.5 1.8 6.3 4.4l4 1.3c.5.2.5.8 0 1L27 15.1c0-1-.8-1.5-1.8-1.5z"
    />
  </svg>
);

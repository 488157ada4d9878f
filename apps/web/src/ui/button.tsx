import type { ComponentProps } from 'react';

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

/** Visual style: one `primary` button per group, the others outlined or links. */
export type ButtonLook = 'primary' | 'outline' | 'link';

/** Props of a native button, and its style. */
interface ButtonProps extends ComponentProps<'button'> {
  /** Default `primary`. */
  readonly look?: ButtonLook;
}

const looks: Readonly<Record<ButtonLook, string>> = {
  primary: 'btn',
  outline: 'btn btn-2',
  link: 'btn btn-3',
};

/** A button. Submits a form only with `type="submit"`. */
export const Button = ({ look = 'primary', className, ...rest }: ButtonProps) => (
  <button type="button" {...rest} className={[looks[look], className].filter(Boolean).join(' ')} />
);

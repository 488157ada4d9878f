import type { ComponentProps } from 'react';

/** The look of a button: one `primary` in a group, the others outlined or underlined. */
export type ButtonLook = 'primary' | 'outline' | 'link';

/** A native button's props, and its look. */
export interface ButtonProps extends ComponentProps<'button'> {
  /** Default `primary`. */
  readonly look?: ButtonLook;
  /** 52 pixels high instead of 44. */
  readonly large?: boolean;
}

const looks: Readonly<Record<ButtonLook, string>> = {
  primary: 'btn',
  outline: 'btn btn-2',
  link: 'btn btn-3',
};

/** A button. It submits a form only when `type="submit"` is given. */
export const Button = ({ look = 'primary', large = false, className, ...rest }: ButtonProps) => (
  <button
    type="button"
    {...rest}
    className={[looks[look], large && 'btn-lg', className].filter(Boolean).join(' ')}
  />
);

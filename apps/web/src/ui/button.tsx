import type { ComponentProps } from 'react';

/** Visual style: one `primary` button per group, the others outlined or links. */
export type ButtonLook = 'primary' | 'outline' | 'link';

/** Props of a native button, and its style. */
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

/** A button. Submits a form only with `type="submit"`. */
export const Button = ({ look = 'primary', large = false, className, ...rest }: ButtonProps) => (
  <button
    type="button"
    {...rest}
    className={[looks[look], large && 'btn-lg', className].filter(Boolean).join(' ')}
  />
);

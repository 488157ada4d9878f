import type { ReactNode } from 'react';
import { Report } from './report.tsx';

/** A link fills in and never acts: before the first request the page says where it will go. */
export const LinkNotice = ({
  children,
  actions,
}: {
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}) => (
  <Report title="A link filled in these settings. Nothing has been sent." actions={actions}>
    <p>{children}</p>
  </Report>
);

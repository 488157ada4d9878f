import type { ReactNode } from 'react';
import { Report } from './report.tsx';

/** Names the target before the first request: a link fills in settings but never acts. */
export const LinkNotice = ({
  children,
  actions,
}: {
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}) => (
  <Report title="These settings came from a link. Opening it sent nothing." actions={actions}>
    <p>{children}</p>
  </Report>
);

import type { ReactNode } from 'react';
import { PHONE, useMedia } from '../../ui/media.ts';
import { Notice } from '../../ui/Notice.tsx';

/** A warning with one button: beside the text, or under it where there is no room. */
export function ActionNotice({
  title,
  action,
  children,
}: {
  title: string;
  action: ReactNode;
  children: ReactNode;
}) {
  const phone = useMedia(PHONE);
  return (
    <Notice variant="warning" title={title} action={!phone && action}>
      {children}
      {phone && action && <div className="mt-2.5">{action}</div>}
    </Notice>
  );
}

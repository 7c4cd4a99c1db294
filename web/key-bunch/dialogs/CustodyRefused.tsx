import type { ReactNode } from 'react';
import { api } from '../../../shared/api.ts';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { useMay } from '../../session.tsx';
import { Button } from '../../ui/Button.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import { Notice } from '../../ui/Notice.tsx';
import { sinceText } from '../since-text.ts';

/** Somebody was quicker: who has the keys now, and the way to take them back. */
export function AlreadyIssued({ bunch, onReturn }: { bunch: KeyBunchDetail; onReturn: () => void }) {
  const may = useMay();
  return (
    <ActionNotice
      title="Keys are already issued"
      action={
        may(api.returnKeyBunch.needs) && (
          <Button size="sm" onClick={onReturn}>
            Return Keys
          </Button>
        )
      }
    >
      {bunch.holder?.name ?? 'Someone'} has had them since {sinceText(bunch.issuedAt ?? bunch.lastUpdated)}.
    </ActionNotice>
  );
}

/** The keys are back already, or were never out. `detail` says who brought them, when the server does. */
export function NotIssued({ detail }: { detail: string | undefined }) {
  return (
    <Notice variant="warning" title="Keys are not currently issued">
      {detail ?? 'There is nothing to return.'}
    </Notice>
  );
}

/** A warning with one button: beside the text, or under it where there is no room. */
function ActionNotice({
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

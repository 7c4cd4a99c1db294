import type { ReactNode } from 'react';
import { api } from '../../../shared/api.ts';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { useMay } from '../../session.tsx';
import { Button } from '../../ui/Button.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import { Notice } from '../../ui/Notice.tsx';
import { sinceText } from '../since-text.ts';

/** The keys are already out: the current holder, and a button to return them. */
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

/** The keys were already returned, or never out. `detail` names the returner, if known. */
export function NotIssued({ detail }: { detail: string | undefined }) {
  return (
    <Notice variant="warning" title="Keys are not currently issued">
      {detail ?? 'There is nothing to return.'}
    </Notice>
  );
}

/** A warning with one button, beside or under the text. */
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

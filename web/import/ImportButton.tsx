import { Link } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { MAY_IMPORT } from '../../shared/import-rights.ts';
import type { ImportKind } from '../../shared/import-words.ts';
import { useMay, useSession } from '../session.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { cx } from '../ui/cx.ts';
import { PHONE, useMedia } from '../ui/media.ts';
import { titleOf } from './kinds.ts';

/** Link to the import of a kind, with the permission for it. */
export function ImportButton({ kind }: { kind: ImportKind }) {
  const may = useMay();
  if (!may(MAY_IMPORT[kind])) return null;
  return (
    <Link to="/import" search={{ kind }} data-button="" className={buttonClass()}>
      <FileUp aria-hidden className="size-[15px]" />
      Import
    </Link>
  );
}

/** Hint of an empty register. */
export const IMPORT_HINT =
  'Import your list from a spreadsheet on a computer, locations included. Or add them one by one.';

/** Whether import is offered first: with the permission, and not on a phone. */
export function useImportFirst(kind: ImportKind = 'key_sets'): boolean {
  const may = useMay();
  const phone = useMedia(PHONE);
  return !phone && may(MAY_IMPORT[kind]);
}

type FirstProps = { kind?: ImportKind; second?: boolean; children?: ReactNode };

/** Actions of an empty list: import first and then `children`, or `second` to them. */
export function ImportFirst({ kind = 'key_sets', second = false, children }: FirstProps) {
  if (!useImportFirst(kind)) return children;
  return (
    <span className={cx('flex flex-wrap justify-center gap-2', second && 'flex-row-reverse')}>
      <Link
        to="/import"
        search={{ kind }}
        data-button=""
        className={buttonClass({ variant: second ? 'secondary' : 'primary' })}
      >
        <FileUp aria-hidden className="size-[15px]" />
        {titleOf(kind)}
      </Link>
      {children}
    </span>
  );
}

/** What a screen that is empty for want of key sets says and offers; nothing once the company has keys. */
export function useFirstSets(): { hint?: string; action?: ReactNode } {
  const session = useSession();
  const may = useMay();
  const phone = useMedia(PHONE);
  const isEmpty = session.state === 'in' && session.company?.usage?.keys === 0;
  if (!isEmpty || !may(MAY_IMPORT.key_sets)) return {};
  if (phone) return { hint: 'Import your key sets from a spreadsheet on a computer first.' };
  return { hint: 'Import your key sets from a spreadsheet first.', action: <ImportFirst second /> };
}

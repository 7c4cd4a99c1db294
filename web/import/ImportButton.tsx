import { Link } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ImportKind } from '../../shared/import-words.ts';
import { useMay } from '../session.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { PHONE, useMedia } from '../ui/media.ts';
import { KINDS } from './kinds.ts';

/** Link to the import of a kind, with the permission for it. */
export function ImportButton({ kind }: { kind: ImportKind }) {
  const may = useMay();
  if (!may(KINDS[kind].needs)) return null;
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
export function useImportFirst(): boolean {
  const may = useMay();
  const phone = useMedia(PHONE);
  return !phone && may(KINDS.key_sets.needs);
}

/** Actions of an empty register: import, or add by hand. */
export function FirstSets({ children }: { children: ReactNode }) {
  if (!useImportFirst()) return children;
  return (
    <span className="flex gap-2">
      <Link
        to="/import"
        search={{ kind: 'key_sets' }}
        data-button=""
        className={buttonClass({ variant: 'primary' })}
      >
        <FileUp aria-hidden className="size-[15px]" />
        Import key sets
      </Link>
      {children}
    </span>
  );
}

import { Link } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import type { ImportKind } from '../../shared/import-words.ts';
import { useMay } from '../session.tsx';
import { buttonClass } from '../ui/button-class.ts';
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

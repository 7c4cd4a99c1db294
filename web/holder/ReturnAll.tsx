import { Link } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { api } from '../../shared/api.ts';
import { useMay } from '../session.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { cx } from '../ui/cx.ts';
import { linkClass } from '../ui/link-class.ts';

type Props = {
  /** Whose sets, and how many of them are out. */
  person: { id: number; out: number };
  button?: boolean;
  className?: string;
};

/** To the desk, with all that they have on its list; as a link in a head, or as a button. */
export function ReturnAll({ person: { id, out }, button = false, className }: Props) {
  const may = useMay();
  if (out === 0 || !may(api.returnKeyBunch.needs)) return null;
  return (
    <Link
      to="/desk"
      search={{ returning: String(id) }}
      data-button={button ? '' : undefined}
      className={button ? buttonClass({ variant: 'secondary' }) : cx(linkClass, className)}
    >
      {button && <Undo2 aria-hidden className="size-[18px]" />}
      Return all{button ? '' : ` ${out}`}
    </Link>
  );
}

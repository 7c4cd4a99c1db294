import { Link } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { api } from '../../shared/api.ts';
import { useMay } from '../session.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { cx } from '../ui/cx.ts';
import { linkClass } from '../ui/link-class.ts';

type Props = {
  /** The person's id and number of sets out. */
  person: { id: number; out: number };
  button?: boolean;
  className?: string;
};

/** Link to the desk with all sets of the person added; a text link, or a button. */
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

import { Link, type LinkProps } from '@tanstack/react-router';
import { buttonClass } from './button-class.ts';
import { EmptyState } from './EmptyState.tsx';

type Props = { title: string; hint: string; to: LinkProps['to']; label: string };

/** In place of a page whose record does not exist or may not be seen, with a link to the list of the others. */
export const NotFound = ({ title, hint, to, label }: Props) => (
  <EmptyState
    level={1}
    title={title}
    hint={hint}
    action={
      <Link to={to} data-button="" className={buttonClass({ variant: 'primary' })}>
        {label}
      </Link>
    }
  />
);

import { Link } from '@tanstack/react-router';
import type { PremisesRef } from '../../shared/key-bunch.ts';
import { cx } from '../ui/cx.ts';
import { linkClass } from '../ui/link-class.ts';

/** Links to the premises that a set opens. */
export const PremisesLinks = ({ premises }: { premises: readonly PremisesRef[] }) => (
  <ul className="touch:grid touch:gap-5 touch:py-0.5">
    {premises.map(({ id, name, client }) => (
      <li key={id}>
        <Link
          to="/premises/$id"
          params={{ id: String(id) }}
          className={cx(linkClass, 'touch:-my-3 wrap-anywhere')}
        >
          {name}
        </Link>
        {client && <span className="text-muted"> · {client}</span>}
      </li>
    ))}
  </ul>
);

import { Link } from '@tanstack/react-router';
import { api } from '../../shared/api.ts';
import { useMay } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import type { HistoryFilters } from './filters.ts';

/** Nothing matches: the way to see more, or, without filters, to where movements begin. */
export function NoMovements({ filters }: { filters: HistoryFilters }) {
  const may = useMay();
  const { any, search, action, clear } = filters;
  return (
    <EmptyState
      title="No Movement History"
      hint="No movements found matching your criteria."
      action={
        any ? (
          <Button onClick={() => void clear()}>
            {search || action ? 'Clear filters' : 'Show all dates'}
          </Button>
        ) : (
          may(api.listKeyBunches.needs) && (
            <Link to="/key-bunches" data-button="" className={buttonClass()}>
              Go to Keys
            </Link>
          )
        )
      }
    />
  );
}

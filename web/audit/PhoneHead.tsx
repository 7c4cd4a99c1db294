import { Link } from '@tanstack/react-router';
import { ChevronLeft, CircleSlash, EllipsisVertical, Users } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { Menu } from '../ui/overlay/Menu.tsx';
import { CancelQuestion, useUnsentText } from './AuditControls.tsx';
import type { AuditViewProps } from './DeskAudit.tsx';
import { MembersDialog } from './members/WhoIsHere.tsx';

type Entries = ComponentProps<typeof Menu>['entries'];
type Props = Pick<AuditViewProps, 'work' | 'session'> & {
  /** Under the location; while something waits to be sent, that is shown instead. */
  line: ReactNode;
  count: number;
  /** Behind the count. */
  of: string;
  /** Of the menu, before and after "Who is here". */
  first: Entries[number];
  more?: Entries[number];
  /** At the bottom edge. */
  children?: ReactNode;
};

/** An audit's header on a phone: Back, location, count and the overflow menu. */
export function PhoneHead({ work, session, line, count, of, first, more, children }: Props) {
  const [confirming, setConfirming] = useState(false);
  const members = useDialogState<null>();
  const unsent = useUnsentText(work);
  return (
    <div
      data-own-head=""
      className={cx(
        'sticky top-0 z-20 low:static -mx-4 -mt-4 mb-3 bg-panel pt-[env(safe-area-inset-top)]',
        !children && 'border-b',
      )}
    >
      <div className="flex min-h-14 items-center gap-2 pl-1 max-[18.7rem]:flex-wrap">
        <Link
          to="/audit"
          search={{}}
          aria-label="Back to audits"
          className="grid size-11 shrink-0 place-items-center rounded-lg text-fg"
        >
          <ChevronLeft aria-hidden className="size-5" />
        </Link>
        <div className="min-w-0 flex-1 max-[18.7rem]:order-last max-[18.7rem]:basis-full max-[18.7rem]:px-3 max-[18.7rem]:pb-2">
          <h1 className="truncate text-[0.9375rem]/5 font-semibold tracking-tight">
            <span className="sr-only">Location Audit: </span>
            {session.location.name}
          </h1>
          {unsent ? (
            <p role="status" className="truncate text-hint text-amber-800 tabular-nums dark:text-amber-300">
              {unsent}
            </p>
          ) : (
            <p className="truncate text-hint text-muted">{line}</p>
          )}
        </div>
        <p role="status" className="shrink-0 whitespace-nowrap max-[18.7rem]:ml-auto">
          <span className="text-[1.75rem]/9 font-semibold tracking-tight tabular-nums">{count}</span>
          <span className="text-[1.0625rem] text-muted tabular-nums"> {of}</span>
        </p>
        {work.mayAct ? (
          <Menu
            trigger={<IconButton icon={EllipsisVertical} label="More" tooltip={false} />}
            entries={[
              first,
              { label: 'Who is here', icon: Users, onSelect: () => members.show(null) },
              more,
              session.mayCancel && 'separator',
              session.mayCancel && {
                label: 'Cancel audit',
                icon: CircleSlash,
                danger: true,
                onSelect: () => setConfirming(true),
              },
            ]}
          />
        ) : (
          <span className="w-2" />
        )}
      </div>
      {children}
      <CancelQuestion work={work} open={confirming} onOpenChange={setConfirming} />
      {members.shown && <MembersDialog key={members.shown.turn} work={work} {...members.props} />}
    </div>
  );
}

import { Link } from '@tanstack/react-router';
import { ArrowLeftRight, CalendarClock, EllipsisVertical, Info, Undo2 } from 'lucide-react';
import { api } from '../../shared/api.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import type { KeyBunchDialog } from '../key-bunch/BunchDialog.tsx';
import { useMay } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { linkClass } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu } from '../ui/overlay/Menu.tsx';

/** The signed-in user's permissions for sets that are out. */
export function useOutRights() {
  const may = useMay();
  return { issue: may(api.handOver.needs), return: may(api.returnKeyBunch.needs) };
}

type SetActionsProps = {
  bunch: Pick<KeyBunch, 'id' | 'identifier'>;
  onAct: (dialog: KeyBunchDialog) => void;
};

const ISSUER_ACTIONS = [
  { kind: 'extend', label: 'Extend', icon: CalendarClock },
  { kind: 'handOver', label: 'Hand over', icon: ArrowLeftRight },
] as const;

/** Extend, Hand over and Return, side by side. */
export function SetActions({ bunch: { id, identifier }, onAct }: SetActionsProps) {
  const rights = useOutRights();
  return (
    <span className="flex items-center justify-end gap-1">
      {rights.issue &&
        ISSUER_ACTIONS.map(({ kind, label, icon }) => (
          <Button
            key={kind}
            size="sm"
            variant="ghost"
            icon={icon}
            aria-label={`${label} ${identifier}`}
            onClick={() => onAct({ kind, id })}
          >
            {label}
          </Button>
        ))}
      {rights.return && (
        <Button
          size="sm"
          icon={Undo2}
          aria-label={`Return ${identifier}`}
          onClick={() => onAct({ kind: 'return', id })}
          className="ml-1 min-w-22"
        >
          Return
        </Button>
      )}
    </span>
  );
}

/** The same on a phone: Return, and a menu. */
export function SetActionsSmall({ bunch: { id, identifier }, onAct }: SetActionsProps) {
  const rights = useOutRights();
  const offered = [
    ...(rights.issue ? ISSUER_ACTIONS : []),
    { kind: 'details', label: 'Key Details', icon: Info } as const,
  ];
  return (
    <span className="flex shrink-0 items-center">
      {rights.return && (
        <Button aria-label={`Return ${identifier}`} onClick={() => onAct({ kind: 'return', id })}>
          Return
        </Button>
      )}
      <Menu
        lazy
        trigger={
          <IconButton
            icon={EllipsisVertical}
            label={`More for ${identifier}`}
            tooltip={false}
            className="-mr-2"
          />
        }
        entries={offered.map(({ kind, ...entry }) => ({ ...entry, onSelect: () => onAct({ kind, id }) }))}
      />
    </span>
  );
}

type ReturnAllProps = {
  /** The person's id and number of sets out. */
  person: { id: number; out: number };
  button?: boolean;
  className?: string;
};

/** Link to the desk with all sets of the person added; a text link, or a button. */
export function ReturnAll({ person: { id, out }, button = false, className }: ReturnAllProps) {
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

import { Search, UserPlus } from 'lucide-react';
import { Popover } from 'radix-ui';
import type { ReactNode } from 'react';
import type { Holder } from '../../../shared/holder.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { contentsOf } from '../../key-bunch/contents.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { listBoxClass, listRowClass } from '../../ui/table/list-class.ts';
import { Holding } from '../people/Holding.tsx';
import { Matched } from '../people/Matched.tsx';
import { roleOf } from '../state/answers.ts';
import { whatOf } from '../state/verdict.ts';

export type Option =
  | { kind: 'person'; holder: Holder }
  | { kind: 'set'; bunch: KeyBunch }
  | { kind: 'new'; name: string };

type Props = {
  id: string;
  q: string;
  options: readonly Option[];
  active: number;
  place: string | null;
  optionId: (index: number) => string;
  onActive: (index: number) => void;
  onPick: (option: Option) => void;
};

/** What fits the text in the scan box: people, then sets, last a new person of that name. */
export function Suggestions({ id, q, options, active, place, optionId, onActive, onPick }: Props) {
  const groups = [
    { kind: 'person', heading: 'People' },
    { kind: 'set', heading: place ? `Sets at ${place}` : 'Sets' },
    { kind: 'new', heading: null },
  ] as const;
  return (
    <Popover.Portal>
      <Popover.Content
        id={id}
        data-suggestions=""
        role="listbox"
        aria-label="Suggestions"
        aria-labelledby={undefined}
        align="start"
        sideOffset={4}
        tabIndex={-1}
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        onInteractOutside={(event) => event.preventDefault()}
        className={cx(
          listBoxClass,
          'max-h-(--radix-popover-content-available-height) w-(--radix-popover-trigger-width) overflow-y-auto',
        )}
      >
        {groups.map(({ kind, heading }) => {
          const own = options.flatMap((option, index) => (option.kind === kind ? [{ option, index }] : []));
          return (
            own.length > 0 && (
              // biome-ignore lint/a11y/useSemanticElements: options in a listbox are grouped by role
              <div
                key={kind}
                role="group"
                aria-label={heading ?? 'Somebody new'}
                className="-mx-1 border-t px-1 py-1 first:border-t-0 first:pt-0 last:pb-0"
              >
                {heading && (
                  <p aria-hidden className="px-2 py-1.5 text-hint text-muted">
                    {heading}
                  </p>
                )}
                {own.map(({ option, index }) => (
                  // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and points here by aria-activedescendant
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the input
                  <div
                    key={optionId(index)}
                    id={optionId(index)}
                    role="option"
                    aria-selected={index === active}
                    onPointerDown={(event) => event.preventDefault()}
                    onMouseDown={(event) => event.preventDefault()}
                    onMouseMove={() => onActive(index)}
                    onClick={() => onPick(option)}
                    className={cx(
                      listRowClass,
                      'min-h-12! cursor-pointer gap-3!',
                      index === active && 'bg-soft',
                    )}
                  >
                    <Row option={option} q={q} />
                    {index === active && (
                      <kbd className="rounded-md border bg-panel px-1.5 font-sans text-tiny text-muted touch:hidden">
                        Enter
                      </kbd>
                    )}
                  </div>
                ))}
              </div>
            )
          );
        })}
      </Popover.Content>
    </Popover.Portal>
  );
}

function Row({ option, q }: { option: Option; q: string }): ReactNode {
  if (option.kind === 'new')
    return (
      <>
        <UserPlus aria-hidden className="mx-1.5 size-4 text-muted" />
        <span className="flex-1 truncate">Add “{option.name}” as a new person</span>
      </>
    );
  if (option.kind === 'set') {
    const { bunch } = option;
    return (
      <>
        <Search aria-hidden className="mx-1.5 size-4 text-muted" />
        <span className="min-w-0 flex-1 truncate text-muted">
          <b className="font-semibold text-fg">
            <Matched text={bunch.identifier} q={q} />
          </b>
          {whatOf(bunch) && ' · '}
          <Matched text={whatOf(bunch)} q={q} />
        </span>
        <span className="shrink-0 text-hint text-muted">{contentsOf(bunch)}</span>
      </>
    );
  }
  const { holder } = option;
  return (
    <>
      <Avatar name={holder.name} />
      <span className="min-w-0 flex-1 truncate text-muted">
        <b className="font-semibold text-fg">
          <Matched text={holder.name} q={q} />
        </b>
        {' · '}
        {roleOf(holder)}
      </span>
      <Holding holder={holder} />
    </>
  );
}

import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Segmented } from './form/Segmented.tsx';
import { PHONE, useMedia } from './media.ts';

interface Tab<V extends string = string> {
  value: V;
  label: string;
  /** Null while it is not known: nothing is drawn, in the width of a digit. */
  count?: number | null | undefined;
  /** The count is of problems: red unless zero; amber of questions. */
  alarm?: boolean | 'amber' | undefined;
}

interface TabsProps<V extends string = string> {
  /** The accessible name of the tab list. */
  label: string;
  value: V;
  onValueChange: (value: V) => void;
  tabs: readonly Tab<V>[];
  /** The content of the chosen tab. */
  children: ReactNode;
}

const ALARM = {
  red: 'bg-red-500/10 text-red-800 dark:text-red-300',
  amber: 'bg-amber-500/15 text-amber-900 dark:text-amber-300',
};

/** Underlined tabs of a page, 40 px high, with counts; they scroll on a narrow screen. */
export function Tabs<V extends string>({ label, value, onValueChange, tabs, children }: TabsProps<V>) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onValueChange(next as V)}>
      <div className="mb-4 border-b phone:-mx-4">
        <Radix.List
          aria-label={label}
          className="-mx-2 -mb-px flex gap-1 overflow-x-auto overscroll-x-contain scroll-px-4 [scrollbar-width:none] phone:mx-0 phone:gap-0 phone:px-2"
        >
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              value={tab.value}
              ref={(element) => {
                if (tab.value === value) element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
              }}
              className="relative flex h-10 shrink-0 rounded-md items-center gap-2 px-2 text-label font-medium whitespace-nowrap text-muted transition-colors duration-150 after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 hover:text-fg focus-visible:-outline-offset-2 data-[state=active]:text-fg data-[state=active]:after:bg-primary touch:h-12"
            >
              {tab.label}
              {tab.count !== undefined && (
                <span
                  className={cx(
                    'grid h-5 min-w-5 place-items-center rounded-md px-1.5 text-tiny font-semibold tabular-nums',
                    (tab.count && tab.alarm && ALARM[tab.alarm === 'amber' ? 'amber' : 'red']) || 'bg-soft',
                    tab.count === null && 'invisible',
                  )}
                >
                  {tab.count?.toLocaleString()}
                </span>
              )}
            </Radix.Trigger>
          ))}
        </Radix.List>
      </div>
      <Radix.Content value={value} className="rounded-sm">
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}

/** The tabs of a list with the numbers of each, on phones as segments. */
export function ListTabs<V extends string>({ tabs, children, ...shared }: TabsProps<V>) {
  const phone = useMedia(PHONE);
  if (!phone)
    return (
      <Tabs {...shared} tabs={tabs}>
        {children}
      </Tabs>
    );
  const segments = tabs.map(({ value, label, count }) => ({ value, label, count: count ?? undefined }));
  return (
    <>
      <Segmented
        {...shared}
        block
        className="mb-4 flex-wrap [&>label]:flex-auto [&>label]:gap-1 [&>label]:px-1"
        segments={segments}
      />
      {children}
    </>
  );
}

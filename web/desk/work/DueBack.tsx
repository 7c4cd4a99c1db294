import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { dayOf } from '../../../shared/zone.ts';
import { useRead } from '../../api/read.ts';
import { clockIn, dueText } from '../../custody/due-lines.ts';
import { Button } from '../../ui/Button.tsx';
import { linkClass } from '../../ui/classes.ts';
import { cx } from '../../ui/cx.ts';
import { PHONE, useMedia } from '../../ui/media.ts';
import { Panel, PanelHead } from '../../ui/Panel.tsx';
import type { DeskContext } from '../state/desk-state.ts';
import { whatOf } from '../state/verdict.ts';
import type { Desk } from './use-desk.ts';

const READ = '50';
const SHOWN = 6;

type DueTextProps = {
  bunch: Pick<KeyBunch, 'dueAt'>;
  context: DeskContext;
  short?: boolean;
  className?: string;
};

/** When a set is due, red when overdue; null without a due time. */
export function DueText({ bunch: { dueAt }, context, short = false, className }: DueTextProps) {
  if (!dueAt) return null;
  const { text, overdue } = dueText(Date.parse(dueAt), context.now, context.zone, short);
  return (
    <span className={cx(className, overdue ? 'font-medium text-red-700 dark:text-red-300' : 'text-muted')}>
      {text}
    </span>
  );
}

/** Sets due back here, longest overdue first, with the numbers overdue and due today. */
function useDueBack({ location, context }: Desk): { bunches: readonly KeyBunch[]; summary: string } {
  const query = {
    by: 'due' as const,
    limit: READ,
    ...(location.chosen && { locationId: String(location.chosen.id) }),
  };
  const { data } = useRead('listOut', { query }, { enabled: location.known });
  const bunches = (data?.keyBunches ?? []).filter(({ dueAt }) => dueAt !== null);
  const { overdue = 0, today = 0 } = data?.counts ?? {};
  const end = dayOf(context.now, context.zone).to;
  const moments = bunches.flatMap(({ dueAt }) => {
    const at = Date.parse(dueAt ?? '');
    return at >= context.now && at < end ? [at] : [];
  });
  const until =
    moments.length === today && today > 0
      ? `by ${clockIn(Math.max(...moments), context.zone)}`
      : 'more today';
  const summary = [overdue > 0 && `${overdue} overdue`, today > 0 && `${today} ${until}`]
    .filter(Boolean)
    .join(', ');
  return { bunches, summary };
}

/** Sets due back here; Return is treated as a scan of the set. */
export function DueBack({ desk }: { desk: Desk }) {
  const phone = useMedia(PHONE);
  const { chosen } = desk.location;
  const { bunches, summary } = useDueBack(desk);
  const [all, setAll] = useState(false);
  if (bunches.length === 0) return null;
  const Row = phone ? PhoneRow : WideRow;
  return (
    <div>
      {phone && (
        <p className="mb-1 flex justify-between px-1 text-label text-muted">
          <span>Due back here</span>
          <span>{summary}</span>
        </p>
      )}
      <Panel aria-label="Due back">
        {!phone && (
          <PanelHead
            title={chosen ? `Due back at ${chosen.name}` : 'Due back'}
            count={summary}
            right={
              bunches.length > SHOWN &&
              !all && (
                <button type="button" className={linkClass} onClick={() => setAll(true)}>
                  Show all {bunches.length}
                </button>
              )
            }
          />
        )}
        <ul className="divide-y">
          {(all ? bunches : bunches.slice(0, SHOWN)).map((bunch) => (
            <Row key={bunch.id} desk={desk} bunch={bunch} />
          ))}
        </ul>
      </Panel>
    </div>
  );
}

type RowProps = { desk: Desk; bunch: KeyBunch };

const WideRow = ({ desk, bunch }: RowProps) => (
  <li className="flex min-h-[45px] items-center gap-4 px-4 py-1.5">
    <b className="max-w-1/3 min-w-24 shrink-0 font-semibold wrap-anywhere">{bunch.identifier}</b>
    <span className="min-w-0 flex-1 truncate text-muted">{whatOf(bunch)}</span>
    <span className="w-36 truncate">{bunch.holder?.name}</span>
    <DueText
      bunch={bunch}
      context={desk.context}
      className="w-32 shrink-0 text-right text-hint tabular-nums"
    />
    <ReturnButton desk={desk} bunch={bunch} />
  </li>
);

const PhoneRow = ({ desk, bunch }: RowProps) => (
  <li className="flex min-h-16 items-center gap-3 py-2 pr-2.5 pl-4">
    <p className="min-w-0 flex-1">
      <b className="font-semibold">{bunch.identifier}</b>
      <span className="block truncate text-label text-muted">
        {bunch.holder?.name} · <DueText bunch={bunch} context={desk.context} short />
      </span>
    </p>
    <ReturnButton desk={desk} bunch={bunch} phone />
  </li>
);

function ReturnButton({ desk: { context, send }, bunch, phone = false }: RowProps & { phone?: boolean }) {
  if (!context.may('key:return')) return null;
  return (
    <Button
      size={phone ? undefined : 'sm'}
      icon={phone ? undefined : Undo2}
      aria-label={`Return ${bunch.identifier}`}
      onClick={() => send({ type: 'setChosen', bunch })}
    >
      Return
    </Button>
  );
}

import { type Label, locationTextOf, movementSentence } from '../../shared/movement-text.ts';
import { accountOf } from '../../shared/user-name.ts';
import { exactTime } from '../format.ts';
import { useLabels } from '../labels.ts';
import { type PrintedColumn, PrintedTable } from '../print/PrintFrame.tsx';
import { actorOf, nameOf } from './BunchLink.tsx';
import type { HistoryEntry } from './late-entry.tsx';
import { movementLines } from './MovementText.tsx';
import { receivedText } from './question-words.ts';

type Props = { movements: readonly HistoryEntry[]; title?: string; note?: string };

/** Printed movements. */
export const PrintedMovements = ({ movements, ...about }: Props) => (
  <PrintedTable {...about} columns={usePrintedMovements()} rows={movements} />
);

/** A sentence on paper; one that was not recorded says so. */
export const printedSentence = (movement: HistoryEntry, label: Label): string =>
  `${movement.notRecorded ? 'Not recorded: ' : ''}${movementSentence(movement, label)}`;

/** The columns of printed movements, with all their details. */
export function usePrintedMovements(): readonly PrintedColumn<HistoryEntry>[] {
  const { label } = useLabels();
  const detailsOf = (movement: HistoryEntry) => {
    const { action, details, notes } = movement;
    return [...movementLines(movement, label), action === 'deleted' && details.reason, notes];
  };
  return [
    {
      title: 'When',
      width: 'w-[16%]',
      body: 'text-muted tabular-nums',
      cell: (movement) => (
        <>
          {exactTime(movement.doneAt)}
          <span className="block">{receivedText(movement)}</span>
        </>
      ),
    },
    {
      title: 'Set ID',
      width: 'w-[12%]',
      body: 'font-semibold',
      cell: ({ keyBunchIdentifier }) => keyBunchIdentifier,
    },
    {
      title: 'What happened',
      width: 'w-[31%]',
      cell: (movement) => (
        <>
          {printedSentence(movement, label)}
          <span className="block whitespace-pre-line text-muted">
            {detailsOf(movement).filter(Boolean).join(' · ')}
          </span>
        </>
      ),
    },
    { title: 'Location', width: 'w-[19%]', cell: locationTextOf },
    {
      title: 'By',
      width: 'w-[22%]',
      cell: (movement) => {
        const { user } = actorOf(movement);
        return (
          <>
            {nameOf(movement)}
            <span className="block text-[8.5px] wrap-anywhere text-muted">{user && accountOf(user)}</span>
          </>
        );
      },
    },
  ];
}

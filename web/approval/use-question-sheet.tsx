import { type ReactNode, useRef } from 'react';
import type { Approval } from '../../shared/approval.ts';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { ApprovalSheet } from './ApprovalSheet.tsx';
import { isSameGroup, type QuestionGroup, questionGroups } from './question-groups.ts';

type QuestionSheet = {
  groups: QuestionGroup[];
  shown: QuestionGroup | null;
  show: (group: QuestionGroup) => void;
  sheet: ReactNode;
};

/** The sheet of what waits for an approver: after an answer the next question opens. `onClosed` after the last. */
export function useQuestionSheet(waiting: readonly Approval[], onClosed?: () => void): QuestionSheet {
  const { shown, show, props } = useDialogState<QuestionGroup>();
  const isAnswered = useRef(false);
  const groups = questionGroups(waiting);
  const group = shown?.about ?? null;
  const place = group ? groups.findIndex((one) => isSameGroup(one, group)) : -1;

  function close() {
    props.onClosed();
    const next = isAnswered.current && groups.find((one) => group && !isSameGroup(one, group));
    isAnswered.current = false;
    if (next) show(next);
    else onClosed?.();
  }
  return {
    groups,
    shown: group,
    show,
    sheet: group && (
      <ApprovalSheet
        key={shown?.turn}
        group={group}
        place={place >= 0 && groups.length > 1 ? `${place + 1} of ${groups.length}` : null}
        {...props}
        onAnswered={() => {
          isAnswered.current = true;
        }}
        onClosed={close}
      />
    ),
  };
}

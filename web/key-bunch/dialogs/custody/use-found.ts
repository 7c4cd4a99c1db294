import { useRef, useState } from 'react';
import type { KeyBunchDetail } from '../../../../shared/key-bunch.ts';
import { STATUSES } from '../../../../shared/key-bunch-words.ts';
import type { Settings } from '../../../../shared/setting.ts';
import { useAction } from '../../../api/action.ts';
import { useRead } from '../../../api/read.ts';
import { useTagQuestion } from '../../tag-question.ts';

export type Found = ReturnType<typeof useFound>;

/** What a missing set was before; one that was out is Present once it is found, and so is one whose status was deleted since. */
function formerStatus({ missing }: KeyBunchDetail, settings: Settings | undefined): string {
  const before = missing?.previousStatus ?? 'active';
  const known: string[] = [...STATUSES, ...(settings?.statuses ?? []).map(({ name }) => name)];
  const isGone = settings !== undefined && !known.includes(before);
  return isGone || before === 'issued' || before === 'in_use' ? 'active' : before;
}

/**
 * What is told of a set that was found, and its saving: `save` answers false when the tag is missing or not to be used again.
 * `question`, which is to be rendered, asks that.
 */
export function useFound(bunch: KeyBunchDetail, onFound: (bunch: KeyBunchDetail) => void) {
  const update = useAction('updateKeyBunch', { about: ({ identifier }) => `${identifier} marked as found` });
  const former = formerStatus(bunch, useRead('getSettings').data);
  const [chosen, setStatus] = useState<string | null>(null);
  const status = chosen ?? former;
  const [tag, setTag] = useState('');
  const [note, setNote] = useState('');
  const [refused, setRefused] = useState<Record<string, string | undefined>>({});
  const tagless = bunch.currentTag === null;
  const question = useTagQuestion();
  const running = useRef(false);

  async function saveOnce(): Promise<boolean> {
    const typed = tag.trim();
    if (tagless && !typed && status === 'active') {
      setRefused({ currentTag: 'Current tag is required' });
      return false;
    }
    if (tagless && !(await question.mayFit(typed, bunch))) return false;
    const outcome = await update.run({
      params: { id: bunch.id },
      body: {
        status,
        ...(tagless && typed && { currentTag: typed }),
        ...(note.trim() && { movementNotes: note }),
      },
      ifMatch: bunch.updatedAt,
    });
    if (outcome.ok) onFound(outcome.reply);
    else setRefused(outcome.error.body.errors ?? {});
    return true;
  }

  async function save(): Promise<boolean> {
    if (running.current) return true;
    running.current = true;
    try {
      return await saveOnce();
    } finally {
      running.current = false;
    }
  }

  return {
    question: question.dialog,
    former,
    status,
    setStatus,
    tag,
    setTag: (next: string) => {
      setTag(next);
      setRefused({});
    },
    note,
    setNote,
    refused,
    tagless,
    pending: update.pending,
    save,
  };
}

import * as z from 'zod/mini';
import { api } from '../../shared/api.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { optionalText } from '../../shared/text.ts';
import { call } from '../api/call.ts';
import { useMay } from '../session.tsx';
import { type Question, useQuestion } from '../ui/overlay/ConfirmDialog.tsx';

type Tagged = Pick<KeyBunch, 'currentTag'> | null | undefined;

/** Whether the typed tag replaces one, which needs a reason (D-21). */
export const tagChanges = (typed: string | null | undefined, bunch: Tagged): boolean =>
  Boolean(bunch?.currentTag) && (typed ?? '').trim() !== bunch?.currentTag;

/** The reason field of a form about `bunch`. */
export const reasonField = { reason: optionalText() };

/** A changed tag of `bunch` needs a reason. */
export const needsReason = (bunch: Tagged) =>
  z.refine<{ currentTag?: string | null | undefined; reason?: string | null | undefined }>(
    ({ currentTag, reason }) => Boolean(reason) || !tagChanges(currentTag, bunch),
    { error: 'Reason is required', path: ['reason'] },
  );

/** Input mode of a tag: number pad when `last`, the former tag, is a number. */
export const tagKeyboard = (last: string | null) =>
  ({
    inputMode: /^\d+$/.test(last ?? '') ? 'numeric' : undefined,
    spellCheck: false,
    autoComplete: 'off',
  }) as const;

type FormBunch = Pick<KeyBunch, 'id' | 'identifier' | 'currentTag'>;

/**
 * Confirms using a tag again (D-21): `confirmTag` resolves to whether to use the `typed` tag for a set whose tag may just be `broken`. `ask`
 * asks other questions; render `dialog`.
 */
export function useTagQuestion() {
  const question = useQuestion();
  const tagQuestion = useTagQuestionText();
  async function confirmTag(
    typed: string | null | undefined,
    own: FormBunch,
    broken?: string | null,
  ): Promise<boolean> {
    const used = await tagQuestion(typed, own, broken);
    return !used || question.ask(used);
  }
  return { ...question, confirmTag };
}

/**
 * The question: the tag was just broken, another set has it, or any set had it. Null without a reason, or when unknown: the server accepts
 * such a tag.
 */
function useTagQuestionText() {
  const may = useMay();
  return async function tagQuestion(
    typed: string | null | undefined,
    own: FormBunch,
    broken?: string | null,
  ): Promise<Question | null> {
    const tag = (typed ?? '').trim();
    if (!tag) return null;
    if (tag === broken) return ask(tag, `Tag ${tag} is the seal that was just broken.`);
    if (tag === own.currentTag || !may(api.checkKeyBunch.needs)) return null;
    const query = { tag, except: String(own.id) };
    const known = await call('checkKeyBunch', { query }).catch(() => null);
    if (known?.data.tag?.code === tag) {
      const { identifier, locationName } = known.data.tag;
      return ask(tag, `Tag ${tag} is on ${identifier} at ${locationName}.`);
    }
    const former = known?.data.formerTag;
    return former
      ? ask(tag, `Tag ${tag} was on ${former.isExcept ? 'this set' : former.identifier} before.`)
      : null;
  };
}

const ask = (tag: string, found: string): Question => ({
  title: `Use tag ${tag} again?`,
  text: `${found} A seal is used once. Check the number, or fit a new one.`,
  confirmLabel: `Use ${tag} again`,
  cancelLabel: 'Change the tag',
  prefersCancel: true,
});

import { api } from '../../shared/api.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { call } from '../api/call.ts';
import { useMay } from '../session.tsx';
import { type Question, useQuestion } from '../ui/overlay/use-question.tsx';

type Own = Pick<KeyBunch, 'id' | 'identifier' | 'currentTag'>;

/**
 * Confirms using a tag again (D-21): `mayFit` resolves to whether to use the `typed` tag for a set whose tag may just be `broken`. `ask`
 * asks other questions; render `dialog`.
 */
export function useTagQuestion() {
  const question = useQuestion();
  const questionAbout = useQuestionAbout();
  async function mayFit(
    typed: string | null | undefined,
    own: Own,
    broken?: string | null,
  ): Promise<boolean> {
    const used = await questionAbout(typed, own, broken);
    return !used || question.ask(used);
  }
  return { ...question, mayFit };
}

/**
 * The question: the tag was just broken, another set has it, or any set had it. Null without a reason, or when unknown: the server accepts
 * such a tag.
 */
function useQuestionAbout() {
  const may = useMay();
  return async function questionAbout(
    typed: string | null | undefined,
    own: Own,
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

import { useState } from 'react';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { PHOTO_MESSAGES } from '../../../shared/messages.ts';
import { PHOTO_TEXTS } from '../../../shared/photo-words.ts';
import { useAction } from '../../api/action.ts';
import type { ApiError } from '../../api/call.ts';
import { PhotoRefused, readPhoto } from '../../device/photo.ts';
import { toast } from '../../ui/overlay/toast.ts';

/** Shown over the photo that the bunch had (`over`), until another one is known. */
type Preview = { over: string | null; url: string };

/** What the server says of a picture, in the words of the specification; null for what has nothing to do with the picture. */
function refusalOf({ body }: ApiError): string | null {
  if (body.message?.includes('too large')) return PHOTO_TEXTS.chooseSmaller;
  return body.errors?.imageUrl ?? null;
}

/** Has the browser decode a picture, so that it is there when it is shown. */
const loaded = (url: string) =>
  Object.assign(new Image(), { src: url })
    .decode()
    .catch(() => undefined);

/**
 * Saving another photo. `url` is what to show: the chosen picture at once, while it travels. `problem` is why the last file was
 * not taken.
 */
export function usePhoto({ id, imageUrl }: Pick<KeyBunchDetail, 'id' | 'imageUrl'>) {
  const save = useAction('updateKeyBunch', { messages: PHOTO_MESSAGES, quiet: true });
  const [preview, setPreview] = useState<Preview | null>(null);
  const [reading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const busy = reading || save.pending;

  function refuse(error: ApiError) {
    const refusal = refusalOf(error);
    setProblem(refusal);
    if (!refusal)
      toast({
        title: 'Error',
        description: error.body.message || PHOTO_MESSAGES.failed,
        reference: error.reference,
        variant: 'destructive',
      });
  }

  async function choose(file: File | null | undefined) {
    if (!file || busy) return;
    setProblem(null);
    setReading(true);
    try {
      const sent = await readPhoto(file);
      setPreview({ over: imageUrl, url: sent });
      const outcome = await save.run({ params: { id }, body: { imageUrl: sent } });
      if (outcome.ok && outcome.reply.imageUrl) await loaded(outcome.reply.imageUrl);
      if (outcome.ok) return;
      setPreview(null);
      refuse(outcome.error);
    } catch (error) {
      setProblem(error instanceof PhotoRefused ? error.message : PHOTO_TEXTS.unreadable);
    } finally {
      setReading(false);
    }
  }

  // Once another photo is known the preview has done its work; it must not come back when that one is removed.
  if (preview && preview.over !== imageUrl) setPreview(null);
  const url = preview?.over === imageUrl ? preview.url : imageUrl;
  return { choose, url, busy, problem, dismiss: () => setProblem(null) };
}

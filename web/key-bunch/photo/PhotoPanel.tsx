import { Expand, ImageOff, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { PHOTO_MESSAGES } from '../../../shared/action-messages.ts';
import { api } from '../../../shared/api.ts';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { PHOTO_TEXTS } from '../../../shared/key-bunch-words.ts';
import { useAction } from '../../api/action.ts';
import type { ApiError } from '../../api/call.ts';
import { PhotoRefused, readPhoto } from '../../device/photo.ts';
import { count } from '../../format.ts';
import { useMay } from '../../session.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Spinner } from '../../ui/Loading.tsx';
import { useMedia } from '../../ui/media.ts';
import { isDialogOpen } from '../../ui/overlay/layers.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { Time } from '../../ui/Time.tsx';
import { AddButtons, HAND_HELD, ReplaceButton, usePicker } from './PhotoPicker.tsx';
import { usePhotoViewer } from './PhotoThumb.tsx';

/** A bunch's photo above its summary: view, add, replace, remove. Null for read-only users without a photo. */
export function PhotoPanel({ bunch }: { bunch: KeyBunchDetail }) {
  const mayEdit = useMay()(api.updateKeyBunch.needs);
  const photo = usePhoto(bunch);
  const { choose, chooseFirst, url, busy } = photo;
  const { open, inputs } = usePicker({ onChoose: choose });
  const { view, viewer } = usePhotoViewer(bunch, url);
  const drop = useDrop(mayEdit, chooseFirst);
  usePaste(mayEdit && url === null, chooseFirst);
  if (!mayEdit && !url) return null;
  return (
    <div className="border-b" {...drop.area}>
      <div className="relative" aria-busy={busy || undefined}>
        {url ? (
          <Picture key={url} url={url} alt={`Photo of ${bunch.identifier}`} onView={view} />
        ) : (
          <Empty open={open} />
        )}
        {(busy || drop.over) && (
          <div className="absolute inset-0 grid place-items-center bg-panel/80 text-body font-medium">
            <span role={busy ? 'status' : undefined} className="flex items-center gap-2">
              {busy && <Spinner className="size-4" />}
              {busy ? 'Saving photo...' : url ? 'Drop to replace the photo' : 'Drop to add the photo'}
            </span>
          </div>
        )}
      </div>
      {url && (
        <div className="flex min-h-11 items-center gap-1 border-t py-1 pr-2 pl-4">
          <p className="mr-auto min-w-0 text-hint text-muted">
            {bunch.imageUpdatedAt && (
              <>
                <span className="phone:hidden">Photo updated </span>
                <Time
                  at={bunch.imageUpdatedAt}
                  className="inline-block first-letter:lowercase phone:first-letter:normal-case"
                />
              </>
            )}
          </p>
          <Button variant="ghost" size="sm" icon={Expand} onClick={view}>
            View
          </Button>
          {mayEdit && <ReplaceButton open={open} />}
        </div>
      )}
      {photo.refused.map((one) => (
        <div key={one.key} className="flex items-start gap-2 border-t py-1 pr-2 pl-4">
          <div role="alert" className="min-w-0 flex-1 py-1.5 text-body text-pretty text-bad">
            <p className="text-hint wrap-anywhere text-muted">{one.name}</p>
            <p>{one.text}</p>
          </div>
          <IconButton icon={X} label="Dismiss" onClick={() => photo.dismiss(one.key)} />
        </div>
      ))}
      {mayEdit && inputs}
      {viewer}
    </div>
  );
}

function Picture({ url, alt, onView }: { url: string; alt: string; onView: () => void }) {
  const [failed, setFailed] = useState(false);
  if (failed)
    return (
      <div className="flex h-[232px] flex-col items-center justify-center gap-2 bg-soft text-muted">
        <ImageOff aria-hidden className="size-5" />
        <p className="text-body">Couldn't load the photo</p>
        <Button size="sm" onClick={() => setFailed(false)}>
          Try again
        </Button>
      </div>
    );
  return (
    <button
      type="button"
      onClick={onView}
      className="block h-[232px] w-full cursor-zoom-in bg-soft -outline-offset-2"
    >
      <img src={url} alt={alt} onError={() => setFailed(true)} className="size-full object-cover" />
    </button>
  );
}

function Empty({ open }: { open: (from: 'file' | 'camera') => void }) {
  const handHeld = useMedia(HAND_HELD);
  return (
    <div className="p-4">
      <div className="flex min-h-[200px] flex-col items-center justify-center gap-3 rounded-lg border border-dashed border-control/60 px-4 py-5 text-center phone:min-h-0">
        <AddButtons open={open} />
        <p className="text-hint text-pretty text-muted">
          {handHeld
            ? 'A large photo is made smaller.'
            : 'Or drop or paste it here. A large photo is made smaller.'}
        </p>
      </div>
    </div>
  );
}

type OnFiles = (files: FileList) => void;

/** Files dragged from outside the browser. */
function useDrop(on: boolean, onFiles: OnFiles) {
  const [over, setOver] = useState(false);
  const hasFile = ({ dataTransfer }: React.DragEvent) => on && dataTransfer.types.includes('Files');
  return {
    over: over && on,
    area: {
      onDragOver(event: React.DragEvent) {
        if (!hasFile(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave(event: React.DragEvent<HTMLElement>) {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop(event: React.DragEvent) {
        setOver(false);
        if (!hasFile(event)) return;
        event.preventDefault();
        onFiles(event.dataTransfer.files);
      },
    },
  };
}

/** A picture pasted on the page, outside fields and dialogs. */
function usePaste(on: boolean, onFiles: OnFiles) {
  useEffect(() => {
    if (!on) return;
    const paste = (event: ClipboardEvent) => {
      const files = event.clipboardData?.files;
      const field = event.target instanceof Element && event.target.closest('input, textarea');
      if (!files?.length || field || isDialogOpen()) return;
      event.preventDefault();
      onFiles(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [on, onFiles]);
}

/** Shown above the bunch's former photo (`over`), until the set is read as of the save (`savedAt`) or with a new photo. */
type Preview = { over: string | null; url: string; savedAt?: string };

/** The specification's message for a rejected picture; null for other errors. */
function refusalOf({ body }: ApiError): string | null {
  if (body.message?.includes('too large')) return PHOTO_TEXTS.chooseSmaller;
  return body.errors?.imageUrl ?? null;
}

/** A file that was refused, until it is tried again or the refusal is dismissed. */
type RefusedFile = { key: string; name: string; text: string };
const keyOf = ({ name, size }: File) => `${size} ${name}`;
/** The key of the files that were left out beside the first. */
const OTHERS = 'others';

/** Decodes a picture before it is shown. */
const loaded = (url: string) =>
  Object.assign(new Image(), { src: url })
    .decode()
    .catch(() => undefined);

/** Uploads a photo. `url` is what to show: the chosen picture during the upload. */
function usePhoto({ id, imageUrl, updatedAt }: KeyBunchDetail) {
  const save = useAction('updateKeyBunch', { messages: PHOTO_MESSAGES, quiet: true });
  const [preview, setPreview] = useState<Preview | null>(null);
  const [reading, setReading] = useState(false);
  const [refused, setRefused] = useState<RefusedFile[]>([]);
  /** Files that were chosen while one is saved: they are saved in turn. */
  const next = useRef<File[]>([]);
  const busy = reading || save.pending;

  const dismiss = (key: string) => setRefused((last) => last.filter((one) => one.key !== key));
  const refuse = (file: File, text: string) =>
    setRefused((last) => [...last, { key: keyOf(file), name: file.name, text }]);

  function refuseSent(file: File, error: ApiError) {
    const refusal = refusalOf(error);
    if (refusal) refuse(file, refusal);
    else
      toast({
        title: 'Error',
        description: error.body.message || PHOTO_MESSAGES.failed,
        reference: error.reference,
        variant: 'destructive',
      });
  }

  async function choose(file: File | null | undefined) {
    if (!file) return;
    if (busy) {
      next.current.push(file);
      return;
    }
    dismiss(keyOf(file));
    setReading(true);
    try {
      const sent = await readPhoto(file);
      setPreview({ over: imageUrl, url: sent });
      const outcome = await save.run({ params: { id }, body: { imageUrl: sent } });
      if (outcome.ok) setPreview((last) => last && { ...last, savedAt: outcome.reply.updatedAt });
      if (outcome.ok && outcome.reply.imageUrl) await loaded(outcome.reply.imageUrl);
      if (outcome.ok) return;
      setPreview(null);
      refuseSent(file, outcome.error);
    } catch (error) {
      refuse(file, error instanceof PhotoRefused ? error.message : PHOTO_TEXTS.unreadable);
    } finally {
      setReading(false);
      await choose(next.current.shift());
    }
  }

  /** Of several files at once the first; the others are reported. */
  function chooseFirst([first, ...others]: FileList) {
    dismiss(OTHERS);
    if (first && others.length > 0) {
      const text = `A set has one photo. ${first.name} was taken.`;
      setRefused((last) => [...last, { key: OTHERS, name: count(others.length, 'other file'), text }]);
    }
    void choose(first);
  }

  // Drop the preview once the new photo, or what became of it, is known, so that a removal does not show it again.
  const isRead = preview?.savedAt !== undefined && Date.parse(updatedAt) >= Date.parse(preview.savedAt);
  const shown = preview && preview.over === imageUrl && !isRead ? preview : null;
  if (preview && !shown) setPreview(null);
  const url = shown ? shown.url : imageUrl;
  return { choose, chooseFirst, url, busy, refused, dismiss };
}

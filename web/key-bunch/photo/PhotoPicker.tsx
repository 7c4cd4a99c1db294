import { Camera, ImagePlus, ImageUp } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useMedia } from '../../ui/media.ts';
import { Menu } from '../../ui/overlay/Menu.tsx';

/** Touch devices are assumed to have a camera. */
export const HAND_HELD = '(pointer: coarse)';

type Props = { onChoose: (file: File | null | undefined) => void };

/** Picture inputs: `open('file')` and, on touch devices, `open('camera')`. Render `inputs` anywhere. */
export function usePicker({ onChoose }: Props) {
  const file = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const input = {
    type: 'file',
    accept: 'image/*',
    hidden: true,
    onChange: ({ currentTarget: box }: { currentTarget: HTMLInputElement }) => {
      onChoose(box.files?.[0]);
      // Allows choosing the same file again.
      box.value = '';
    },
  } as const;
  return {
    open: (from: 'file' | 'camera') => (from === 'camera' ? camera : file).current?.click(),
    inputs: (
      <>
        <input ref={file} aria-label="Photo file" {...input} />
        <input ref={camera} aria-label="Photo from camera" capture="environment" {...input} />
      </>
    ),
  };
}

type Open = { open: (from: 'file' | 'camera') => void };

/** Replaces the photo: from a file, on a phone also from the camera. */
export function ReplaceButton({ open }: Open) {
  const handHeld = useMedia(HAND_HELD);
  const look = { variant: 'ghost', size: 'sm', icon: ImageUp } as const;
  if (!handHeld)
    return (
      <Button {...look} onClick={() => open('file')}>
        Replace
      </Button>
    );
  return (
    <Menu
      trigger={<Button {...look}>Replace</Button>}
      entries={[
        { label: 'Take photo', icon: Camera, onSelect: () => open('camera') },
        { label: 'Choose photo', icon: ImageUp, onSelect: () => open('file') },
      ]}
    />
  );
}

/** Adds the first photo. */
export function AddButtons({ open }: Open) {
  const handHeld = useMedia(HAND_HELD);
  if (!handHeld)
    return (
      <Button icon={ImagePlus} onClick={() => open('file')}>
        Add photo
      </Button>
    );
  return (
    <div className="flex flex-wrap justify-center gap-2">
      <Button icon={Camera} onClick={() => open('camera')}>
        Take photo
      </Button>
      <Button icon={ImagePlus} onClick={() => open('file')}>
        Add photo
      </Button>
    </div>
  );
}

import { Volume2, VolumeX } from 'lucide-react';
import { setSound, tellScan, useSound } from '../../device/scan/feedback.ts';
import { IconButton } from '../../ui/IconButton.tsx';

/** Whether scans are heard; switched on, it sounds once. */
export function SoundSwitch({ className }: { className?: string }) {
  const on = useSound();
  return (
    <IconButton
      icon={on ? Volume2 : VolumeX}
      label="Sound"
      aria-pressed={on}
      className={className}
      onClick={() => {
        setSound(!on);
        if (!on) tellScan('good');
      }}
    />
  );
}

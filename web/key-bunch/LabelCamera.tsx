import { labelCodeOf } from '../../shared/label-code.ts';
import { CameraView } from '../device/scan/CameraView.tsx';

type Props = { onCode: (code: string) => void; onClose: () => void };

/** The camera until it reads a label; other codes are ignored. */
export const LabelCamera = ({ onCode, onClose }: Props) => (
  <CameraView
    title="Scan a label"
    onClose={onClose}
    onRead={(text) => {
      const code = labelCodeOf(text);
      if (code) onCode(code);
    }}
  />
);

import { Nfc, X } from 'lucide-react';
import type { NfcScan } from '../device/scan/nfc.ts';
import { InputButton } from '../ui/form/InputButton.tsx';

/** Starts and stops NFC scanning, from inside an input. */
export const ScanTagButton = ({ scan }: { scan: NfcScan }) =>
  scan.state === 'idle' ? (
    <InputButton icon={Nfc} label="Scan NFC tag" onClick={scan.start} />
  ) : (
    <InputButton icon={X} label="Stop scanning" onClick={scan.stop} />
  );

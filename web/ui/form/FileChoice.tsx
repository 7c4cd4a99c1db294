import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../Button.tsx';

type Props = { label: string; accept: string; onFile: (file: File) => void };

/** A button that opens the browser's choice of a file. The same file can be chosen again. */
export function FileChoice({ label, accept, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={Upload} className="mt-3" onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onFile(file);
          event.target.value = '';
        }}
      />
    </>
  );
}

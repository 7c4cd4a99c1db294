import { Globe } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../ui/Button.tsx';

/** Button that opens the identity provider by way of /api/login, with the word "or" under it. */
export function ProviderButton() {
  const [leaving, setLeaving] = useState(false);

  // The browser's Back restores the page as it was left, with the button still pending.
  useEffect(() => {
    const back = () => setLeaving(false);
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);

  return (
    <>
      <Button
        block
        size="xl"
        icon={Globe}
        pending={leaving}
        className="text-[15px]!"
        onClick={() => {
          setLeaving(true);
          window.location.assign('/api/login');
        }}
      >
        Continue with single sign-on
      </Button>
      <p className="my-5 flex items-center gap-3 text-[13px] text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
    </>
  );
}

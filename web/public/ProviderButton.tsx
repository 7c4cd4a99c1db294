import { Globe } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../ui/Button.tsx';

/** Continues with the identity provider, by leaving for /api/login, and the word "or" under it. */
export function ProviderButton() {
  const [leaving, setLeaving] = useState(false);

  // Whoever comes back by the browser's Back finds the page as they left it.
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

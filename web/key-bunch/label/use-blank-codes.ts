import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useAction } from '../../api/action.ts';

/** The codes of this visit: made when they are first printed, and the same when they are printed again. */
export function useBlankCodes() {
  const action = useAction('makeBlankCodes');
  const [made, setMade] = useState<{ address: string | null; codes: { code: string }[] } | null>(null);
  return {
    codes: made?.codes,
    address: made?.address,
    pending: action.pending,
    async make(count: number): Promise<boolean> {
      const done = await action.run({ body: { count } });
      if (!done.ok) return false;
      const { address, codes } = done.reply;
      flushSync(() => setMade({ address, codes: codes.map((code) => ({ code })) }));
      return true;
    },
    forget: () => setMade(null),
  };
}

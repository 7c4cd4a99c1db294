import { Check, Mail } from 'lucide-react';
import { useState } from 'react';
import type { Receipt } from '../../shared/custody.ts';
import { any } from '../../shared/permissions.ts';
import { useAction } from '../api/action.ts';
import { useMay } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { toast } from '../ui/overlay/toast.ts';

const MAILS = any('key:issue', 'key:return');

/** Sends the receipt to the holder; offered when they have an address and the server has mail. */
export function EmailReceipt({ receipt }: { receipt: Receipt | undefined }) {
  const mail = useAction('mailReceipt');
  const may = useMay();
  const [sent, setSent] = useState(false);
  const address = receipt?.holder.email;
  if (!receipt?.mail || !address || !may(MAILS)) return null;

  async function send(batchId: string) {
    const outcome = await mail.run({ params: { batchId }, body: undefined });
    if (!outcome.ok) return;
    const { email, already } = outcome.reply;
    setSent(true);
    toast({
      title: already ? 'Emailed already' : 'Receipt emailed',
      description: already ? `It went to ${email} within the last hour.` : `It goes to ${email}.`,
      variant: 'success',
    });
  }
  return (
    <Button
      icon={sent ? Check : Mail}
      disabled={sent}
      pending={mail.pending}
      onClick={() => void send(receipt.batchId)}
    >
      <span className="truncate">{sent ? 'Emailed' : `Email to ${address}`}</span>
    </Button>
  );
}

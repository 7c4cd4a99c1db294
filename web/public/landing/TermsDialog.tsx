import { useState } from 'react';
import { Dialog } from '../../ui/overlay/Dialog.tsx';

/** The Terms of Service: own wording, each clause one thing the product does or asks. */
const TERMS: readonly { title: string; text: string }[] = [
  {
    title: 'The service',
    text: 'Keyhold keeps a register of physical keys for your company: where each key set is, who signed for it, and what happened to it. The register records keys; it does not guard them. Locks, cabinets and seals stay your responsibility.',
  },
  {
    title: 'Your account',
    text: 'The first person to sign up for a company is its administrator and decides who else may sign in and what each person may see and do. Keep passwords private; you are responsible for what is done under your account.',
  },
  {
    title: 'Trial and plans',
    text: 'Every plan starts with 14 days free, without a credit card. Basic and Professional have limits on keys, locations and users; a key set counts as one key, however many keys are on it.',
  },
  {
    title: 'Your records',
    text: 'The records you enter are yours. No other company can see them. You may export movement history and location reports to CSV at any time. Deleting a key set leaves its movements in the history, with the name of the person who deleted it and the reason if one was given.',
  },
  {
    title: 'Fair use',
    text: 'Enter only keys you hold lawfully, tell your officers that issues and returns are recorded with their names, and do not try to reach the records of another company.',
  },
  {
    title: 'Liability',
    text: 'We run Keyhold with care, but no register is a substitute for counting. We are not liable for the loss or misuse of a key, or for its consequences, except where the law says otherwise.',
  },
  {
    title: 'Ending it',
    text: 'You may stop at any time. Export what you need first. We may close an account that breaks these terms, and will tell its administrator why.',
  },
];

/** Opens the Terms of Service, in the footer and the sign-up forms. */
export function TermsButton({ className }: { className: string }) {
  const [reading, setReading] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setReading(true)} className={className}>
        Terms of Service
      </button>
      <TermsDialog open={reading} onOpenChange={setReading} />
    </>
  );
}

function TermsDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size={560}
      title="Terms of Service"
      description="What Keyhold does for you, and what it asks of you."
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the text scrolls, so the arrow keys must reach it */}
      <ol tabIndex={0} data-autofocus className="grid gap-5 rounded-sm pt-1 outline-offset-6">
        {TERMS.map(({ title, text }, index) => (
          <li key={title} className="grid grid-cols-[28px_1fr]">
            <span aria-hidden className="text-sm leading-6 text-muted tabular-nums">
              {index + 1}
            </span>
            <div>
              <h3 className="text-sm leading-6 font-semibold">{title}</h3>
              <p className="mt-0.5 text-sm leading-6 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

import { Hand, Undo2 } from 'lucide-react';
import { Tag } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { useMedia } from '../ui/media.ts';
import { TOAST_DURATION, type ToastContent, toast } from '../ui/overlay/toast.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';

const SECONDS = TOAST_DURATION / 1000;
const LONG_SECONDS = 10;

/** One notification of each kind. */
const VARIANTS: readonly { name: string; when: string; content: ToastContent }[] = [
  {
    name: 'Default',
    when: 'A neutral message.',
    content: { title: 'Notification', description: 'This is a default notification.' },
  },
  {
    name: 'Success',
    when: 'Your action worked.',
    content: { title: 'Success', description: 'Keys issued successfully', variant: 'success' },
  },
  {
    name: 'Destructive',
    when: 'Your action failed or was refused, and why.',
    content: { title: 'Error', description: 'Keys are already issued', variant: 'destructive' },
  },
  {
    name: 'Long text',
    when: 'A message of more than one line.',
    content: {
      title: 'Key bunch moved successfully',
      description:
        'MCR-0118 is now at Manchester HQ. It was on Van 04 until this morning, so the next audit of the van will no longer expect it.',
    },
  },
  {
    name: 'Custom duration',
    when: `Stays ${LONG_SECONDS} seconds instead of ${SECONDS}.`,
    content: {
      title: 'Custom duration',
      description: `This one stays for ${LONG_SECONDS} seconds.`,
      duration: LONG_SECONDS * 1000,
    },
  },
];

const HABITS = [
  ['One at a time', 'A new notification replaces the last one.'],
  [`${SECONDS} seconds`, 'Then it closes, unless you hover over or focus it.'],
  ['F8', 'Moves the focus to the notification. Tab to reach Dismiss, Esc to close.'],
  ['Swipe right', 'Swipe more than 50 pixels to dismiss it.'],
] as const;

/** Demo of all notifications and their behaviour. */
export function NotificationsPage() {
  const hovers = useMedia('(hover: hover)');
  return (
    <div className="mx-auto max-w-[960px]">
      <PageHead title="Notifications Demo" subtitle="Every kind of notification Keyhold shows" />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel>
          <PanelHead title="Show one" />
          <ul className="divide-y">
            {VARIANTS.map(({ name, when, content }) => (
              <li key={name} className="flex items-center justify-between gap-4 px-4 py-3">
                <div className="min-w-0">
                  <p className="text-label font-medium">{name}</p>
                  <p className="text-hint text-muted">{when}</p>
                </div>
                <Button size="sm" aria-label={`Show ${name}`} onClick={() => toast(content)}>
                  Show
                </Button>
              </li>
            ))}
          </ul>
        </Panel>
        <div className="grid gap-4">
          <Panel>
            <PanelHead title="How they behave" />
            <dl className="divide-y">
              {HABITS.map(([term, text]) => (
                <div key={term} className="grid grid-cols-[116px_1fr] items-baseline gap-3 px-4 py-3">
                  <dt>
                    <Tag>{term}</Tag>
                  </dt>
                  <dd className="text-label text-muted">{text}</dd>
                </div>
              ))}
            </dl>
          </Panel>
          {hovers && <TooltipDemo />}
        </div>
      </div>
    </div>
  );
}

/** Two buttons with tooltips, on devices with a pointer. */
function TooltipDemo() {
  return (
    <Panel>
      <PanelHead title="Tooltips" />
      <div className="flex items-center justify-between gap-4 px-4 py-3">
        <p className="text-label text-pretty text-muted">
          Hover over a button for 0.7 seconds to see what it does. The next one answers straight away.
        </p>
        <div className="flex gap-1">
          <IconButton icon={Hand} label="Issued" onClick={() => toast({ title: 'Issued' })} />
          <IconButton icon={Undo2} label="Returned" onClick={() => toast({ title: 'Returned' })} />
        </div>
      </div>
    </Panel>
  );
}

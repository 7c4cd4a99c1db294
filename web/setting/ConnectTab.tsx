import { TokensPanel } from '../api-token/TokensPanel.tsx';
import { linkClass } from '../ui/link-class.ts';
import { WebhooksPanel } from '../webhook/WebhooksPanel.tsx';

/** What lets other systems in, and what tells them of things. */
export function ConnectTab() {
  return (
    <div className="grid gap-4">
      <TokensPanel />
      <WebhooksPanel />
      <p className="text-hint text-muted">
        What a program can ask, send and be told is described under{' '}
        <a href="/api/docs" target="_blank" rel="noreferrer" className={linkClass}>
          API documentation
        </a>
        .
      </p>
    </div>
  );
}

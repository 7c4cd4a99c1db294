import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { count } from '../../format.ts';
import { useMay, useSession } from '../../session.tsx';
import { linkClass } from '../../ui/link-class.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { LabelFormat } from './formats.ts';
import { fittedWords, type LabelText, useLoadedFonts } from './LabelFace.tsx';

type Props = { address: string; format: LabelFormat; texts: readonly LabelText[] };

/** What a person should know before the first sheet: an address that finders cannot open, no number to call, texts that are shortened. */
export function LabelWarnings({ address, format, texts }: Props) {
  const session = useSession();
  const company = session.state === 'in' ? session.company : null;
  const maySet = useMay()('system:admin');
  const fonts = useLoadedFonts();
  // biome-ignore lint/correctness/useExhaustiveDependencies: widths change when fonts are loaded
  const cut = useMemo(
    () => texts.filter((text) => fittedWords(format, text).isCut).length,
    [format, texts, fonts],
  );
  const { hostname, host, protocol } = new URL(address);
  const isLocal = /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
  return (
    <div className="mb-4 grid gap-3 empty:hidden">
      {isLocal && (
        <Notice variant="warning" title={`Labels would lead to ${host}, which only this computer can open`}>
          Before you print, ask your administrator to set Keyhold’s public address (PUBLIC_URL).
        </Notice>
      )}
      {!isLocal && protocol === 'http:' && (
        <Notice variant="warning" title={`Labels would lead to ${host} without encryption`}>
          Before you print, ask your administrator for an address that begins with https (PUBLIC_URL).
        </Notice>
      )}
      {company && !company.finderLine && (
        <Notice
          variant="info"
          title="Labels don’t say who to call yet"
          action={
            maySet && (
              <Link to="/settings" search={{ tab: 'company' }} className={linkClass}>
                Add a finder line
              </Link>
            )
          }
        >
          They show the finder’s page instead of a phone number.
        </Notice>
      )}
      {cut > 0 && (
        <Notice variant="warning" title={`The text of ${count(cut, 'label')} is too long and ends with “…”`}>
          Choose a larger format or a shorter finder line.
        </Notice>
      )}
    </div>
  );
}

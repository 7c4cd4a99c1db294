import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { count } from '../../format.ts';
import { useMay, useSession } from '../../session.tsx';
import { linkClass } from '../../ui/classes.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { LabelFormat } from './formats.ts';
import { fittedWords, type LabelText, useLoadedFonts } from './LabelFace.tsx';

/** Who can open an address: only this computer, only its own network, everyone without encryption, or everyone. */
export type Reach = 'computer' | 'network' | 'unencrypted' | 'everyone';

const COMPUTER = /^(localhost|.*\.localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/;
/** Private and link-local addresses (RFC 1918, 3927, 4193, 4291, 6598), and names that no public name server has (RFC 6762, 8375, 6761). */
const NETWORK =
  /^(10\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|169\.254\.[\d.]+|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.[\d.]+|\[f(c|d|e[89ab])[\da-f:]*\]|[^.[\]]+|.*\.(local|lan|internal|intranet|home|corp|test|invalid|home\.arpa))$/;

export function reachOf(address: string): Reach {
  const { hostname, protocol } = new URL(address);
  if (COMPUTER.test(hostname)) return 'computer';
  if (NETWORK.test(hostname)) return 'network';
  return protocol === 'https:' ? 'everyone' : 'unencrypted';
}

/** What to do before printing, by who can open the address. */
const ADDRESS = {
  computer: {
    title: ', which only this computer can open',
    text: "Before you print, ask your administrator to set Keyhold's public address (PUBLIC_URL).",
  },
  network: {
    title: ', which only your own network can open',
    text: "A finder can't open it. Before you print, ask your administrator to set Keyhold's public address (PUBLIC_URL).",
  },
  unencrypted: {
    title: ' without encryption',
    text: 'Before you print, ask your administrator for an address that begins with https (PUBLIC_URL).',
  },
};

type Props = { address: string; format: LabelFormat; texts: readonly LabelText[] };

/** Warnings before printing: an address finders can't open, no phone number, shortened texts. */
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
  const { host } = new URL(address);
  const reach = reachOf(address);
  return (
    <div className="mb-4 grid gap-3 empty:hidden">
      {reach !== 'everyone' && (
        <Notice variant="warning" title={`Labels would lead to ${host}${ADDRESS[reach].title}`}>
          {ADDRESS[reach].text}
        </Notice>
      )}
      {company && !company.finderLine && (
        <Notice variant="info" title="Labels don't say who to call yet">
          They show the finder's page instead of a phone number.{' '}
          {maySet && (
            <span className="touch:block">
              <Link to="/settings" search={{ tab: 'company' }} className={linkClass}>
                Add a finder line
              </Link>
            </span>
          )}
        </Notice>
      )}
      {cut > 0 && (
        <Notice variant="warning" title={`The text of ${count(cut, 'label')} is too long and ends with “…”`}>
          Choose a larger format, or a shorter finder line or set ID.
        </Notice>
      )}
    </div>
  );
}

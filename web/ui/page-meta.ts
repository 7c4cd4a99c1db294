import { useEffect } from 'react';

/** The nonce of this page's content security policy, from `<meta name="csp-nonce">`; undefined without one. */
export function nonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content || undefined;
}

type Fact = 'no-mail' | 'no-demo';

/** Facts that the server wrote into the page's `<meta name="server">`; false where it wrote none. */
export const serverIs = (fact: Fact): boolean =>
  document.querySelector('meta[name=server]')?.getAttribute('content')?.split(' ').includes(fact) ?? false;

/** The delivered title: the landing page's. */
const HOME = document.title;

/** Title of an unknown address, in the tab and on the page. */
export const NOT_FOUND_TITLE = '404 Page Not Found';

/** Sets the tab's title; null for the landing page. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    document.title = title ? `${title} · Keyhold` : HOME;
  }, [title]);
}

import { useEffect } from 'react';

/** What the page was delivered with: the landing page's own title. */
const HOME = document.title;

/** What an address that leads nowhere is called, in the tab and on its page. */
export const NOT_FOUND_TITLE = '404 Page Not Found';

/** Names the browser's tab; null for the landing page. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    document.title = title ? `${title} · Keyhold` : HOME;
  }, [title]);
}

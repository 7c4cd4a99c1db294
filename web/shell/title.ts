import { useEffect } from 'react';

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

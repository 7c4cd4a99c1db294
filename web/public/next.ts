import { useRouterState } from '@tanstack/react-router';

/** The path to open after a sign-in: one of this site, otherwise `/`. */
export function pathAfterSignIn(next: string | undefined): string {
  // A browser reads a backslash as a slash, so "/\evil.example" would be another site.
  if (!next?.startsWith('/') || /^\/[/\\]|[\\\t\n\r]/.test(next)) return '/';
  return next;
}

/** Search of a link to the sign-in: the current address, when it is a page for members. */
export function useSignInSearch(): { next?: string } {
  const next = useRouterState({
    select: ({ matches, location }) => {
      const page = matches.at(-1);
      const isMembers = page?.staticData.title !== undefined && !page.staticData.signedOut;
      return isMembers && location.href !== '/' ? location.href : undefined;
    },
  });
  return next ? { next } : {};
}

import { useRouterState } from '@tanstack/react-router';

/** The path after a sign-in: only one of this site, and `/` for everything else. */
export function pathAfterSignIn(next: string | undefined): string {
  // A browser reads a backslash as a slash, so that "/\evil.example" would be another site.
  if (!next?.startsWith('/') || /^\/[/\\]|[\\\t\n\r]/.test(next)) return '/';
  return next;
}

/** The search of a link to the sign-in: where to go on from there, when a visitor came to a page of members. */
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

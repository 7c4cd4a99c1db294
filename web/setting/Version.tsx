import { useQuery } from '@tanstack/react-query';

/** What runs: for an administrator who asks for help. Nothing until it is known. */
export function Version() {
  const { data } = useQuery({
    queryKey: ['version'],
    queryFn: async (): Promise<{ version: string; commit: string }> => (await fetch('/version')).json(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (!data) return null;
  return (
    <footer className="mt-6 text-hint text-muted">
      Keyhold {data.version}
      {data.commit !== 'unknown' && `, build ${data.commit}`}
    </footer>
  );
}

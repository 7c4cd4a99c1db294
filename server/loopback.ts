const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** Whether a host, as HOST or the address of a page names it, is reachable from this machine only. */
export const isLoopback = (host: string): boolean => LOOPBACK.has(host.replace(/^\[|\]$/g, ''));

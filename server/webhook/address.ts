import { lookup } from 'node:dns/promises';
import ip from 'ipaddr.js';
import type { Resolve } from '../config.ts';

/** As the system resolves names. */
export const bySystem: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/** Why an address is refused. */
export class Refused extends Error {}

/** Cloud metadata services, each reachable only from machines of that provider. */
const METADATA = new Set(['168.63.129.16']);
/** IPv6 forms that contain an IPv4 address: `::a.b.c.d`, and those of translators and tunnels. */
const COMPATIBLE = ip.parseCIDR('::/96');

/** Whether an address is public. Only plain unicast counts: no list of private ranges would be complete. */
export function isPublic(address: string): boolean {
  if (!ip.isValid(address)) return false;
  const parsed = ip.process(address);
  if (parsed.kind() === 'ipv6' && parsed.match(COMPATIBLE)) return false;
  return parsed.range() === 'unicast' && !METADATA.has(parsed.toString());
}

/** The host of a URL for a connection: IPv6 without brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/**
 * The addresses to try, resolved once: only these are connected to, even if the name changes later. Refuses a name with any non-public
 * address, unless the operator allows them.
 */
export async function addressesOf(host: string, resolve: Resolve, allowPrivate: boolean): Promise<string[]> {
  const addresses = ip.isValid(host) ? [host] : await resolve(host);
  if (addresses.length === 0) throw new Refused('The address has no entry in the DNS');
  if (!allowPrivate && !addresses.every(isPublic)) throw new Refused('The address is private');
  return addresses;
}

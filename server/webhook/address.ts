import { lookup } from 'node:dns/promises';
import ip from 'ipaddr.js';

/** All addresses of a name, as the system resolves it. */
export type Resolve = (host: string) => Promise<string[]>;
export const bySystem: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/** Why an address is not written to. */
export class Refused extends Error {}

/** Of the providers of machines: each answers from here to whoever runs on one of theirs, and to nobody else. */
const METADATA = new Set(['168.63.129.16']);
/** IPv6 that names an address of IPv4 inside: `::a.b.c.d`, and what translators and tunnels make of one. */
const COMPATIBLE = ip.parseCIDR('::/96');

/** Whether anybody on the internet could be meant. Only plain unicast is: no list of what is private would be complete. */
export function isPublic(address: string): boolean {
  if (!ip.isValid(address)) return false;
  const parsed = ip.process(address);
  if (parsed.kind() === 'ipv6' && parsed.match(COMPATIBLE)) return false;
  return parsed.range() === 'unicast' && !METADATA.has(parsed.toString());
}

/** The host of an address as a connection takes it: IPv6 without its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/**
 * Every address to try, looked up once: only these are connected to, whatever the name leads to afterwards. Refuses a name of which any
 * address is not public, unless the operator allows such.
 */
export async function addressesOf(host: string, resolve: Resolve, allowPrivate: boolean): Promise<string[]> {
  const addresses = ip.isValid(host) ? [host] : await resolve(host);
  if (addresses.length === 0) throw new Refused('The address has no entry in the DNS');
  if (!allowPrivate && !addresses.every(isPublic)) throw new Refused('The address is private');
  return addresses;
}

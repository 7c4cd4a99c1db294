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

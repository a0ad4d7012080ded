import { BlockList, isIP } from 'node:net';

/** Address ranges outside the public internet: RFC 1122, 1918, 3927, 4193, 4291, 6598 (used by Tailscale). */
const PRIVATE_RANGES = [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
  ['0.0.0.0', 32],
  ['::1', 128],
  ['::', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const;

const privateRanges = new BlockList();
for (const [network, bits] of PRIVATE_RANGES)
  privateRanges.addSubnet(network, bits, isIP(network) === 6 ? 'ipv6' : 'ipv4');

/**
 * Matches names that resolve to this machine (RFC 6761), and names that by convention or by RFC 8375 resolve to a host
 * in the same network.
 */
const PRIVATE_NAME = /(?:^|\.)localhost$|\.(?:local|lan|internal|home\.arpa)$/;

/**
 * Returns whether a host is this machine or in a private network. Uses the host's address or full name, without a
 * lookup. Expects the format of `URL.hostname`: lower case, IPv4 with four decimal numbers, IPv6 in brackets.
 */
export function isPrivateHost(hostname: string): boolean {
  const { host, version } = readHost(hostname);
  if (version === 0) return PRIVATE_NAME.test(host);
  return privateRanges.check(host, version === 6 ? 'ipv6' : 'ipv4');
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('0.0.0.0', 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Returns whether a host is this machine. Expects the format of `URL.hostname`. */
export function isLoopbackHost(hostname: string): boolean {
  const { host, version } = readHost(hostname);
  if (version === 0) return /(?:^|\.)localhost$/.test(host);
  return loopback.check(host, version === 6 ? 'ipv6' : 'ipv4');
}

/** Returns the host without brackets and a trailing dot, and its IP version: 4, 6, or 0 for a name. */
function readHost(hostname: string): { readonly host: string; readonly version: number } {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  return { host, version: isIP(host) };
}

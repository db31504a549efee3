import ipaddr from 'ipaddr.js';

import { reachedAddress } from './reached-address.ts';

/** Addresses that only the machines of one cloud can reach, although the range is public. */
const HOST_SERVICES = new Set(['168.63.129.16']);

/** The range of all global IPv6 addresses; the rest is reserved. */
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3');

/** Whether an address is on the public internet: not private, loopback, link-local, metadata, shared or reserved. */
export function isPublicAddress(text: string): boolean {
  const address = reachedAddress(text);
  if (address === undefined || address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv4') return !HOST_SERVICES.has(address.toString());
  return (address as ipaddr.IPv6).zoneId === undefined && address.match(GLOBAL_V6);
}

import ipaddr from 'ipaddr.js';

import { reachedAddress } from './reached-address.ts';

/** Served to the machines of one cloud only, although the range is public. */
const HOST_SERVICES = new Set(['168.63.129.16']);

/** What a global IPv6 address begins with; all the rest is reserved. */
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3');

/** True for an address of the public internet: not private, loopback, link-local, metadata, shared, reserved. */
export function isPublicAddress(text: string): boolean {
  const address = reachedAddress(text);
  if (address === undefined || address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv4') return !HOST_SERVICES.has(address.toString());
  return (address as ipaddr.IPv6).zoneId === undefined && address.match(GLOBAL_V6);
}

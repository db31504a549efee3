import ipaddr from 'ipaddr.js';

/** Served to the machines of one cloud only, although the range is public. */
const HOST_SERVICES = new Set(['168.63.129.16']);

/** What a global IPv6 address begins with; all the rest is reserved. */
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3');
/** Translated to the IPv4 address in the last 32 bits, which is what is reached. */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96');

/** True for an address of the public internet: not private, loopback, link-local, metadata, shared, reserved. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return isPublicV4(parsed as ipaddr.IPv4);
  return isPublicV6(parsed as ipaddr.IPv6);
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !HOST_SERVICES.has(address.toString());
}

function isPublicV6(address: ipaddr.IPv6): boolean {
  if (address.zoneId !== undefined) return false;
  if (address.match(NAT64)) return isPublicV4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  return address.match(GLOBAL_V6) && address.range() === 'unicast';
}

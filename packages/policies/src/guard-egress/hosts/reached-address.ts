import ipaddr from 'ipaddr.js';

/** Translated to the IPv4 address in the last 32 bits, which is what is reached. */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96');

/**
 * What every address is made of. The library throws and catches an error for each name that is none, so names are told
 * apart before it is asked.
 */
const LIKE_AN_ADDRESS = /^\d[\da-fx.]*$|:/i;

/** The address that a connection to this one ends at, IPv4 where it stands inside of IPv6; undefined for names. */
export function reachedAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (!LIKE_AN_ADDRESS.test(text) || !ipaddr.isValid(text)) return undefined;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4' || !address.match(NAT64)) return address;
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}

import ipaddr from 'ipaddr.js';

/** The range of translated addresses: a connection ends at the IPv4 address in the last 32 bits. */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96');

/**
 * The form of every address. The library throws and catches an error for each name, so this test filters names out
 * first.
 */
const LIKE_AN_ADDRESS = /^\d[\da-fx.]*$|:/i;

/** Returns the address where a connection ends, IPv4 when it is embedded in IPv6; undefined for names. */
export function reachedAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (!LIKE_AN_ADDRESS.test(text) || !ipaddr.isValid(text)) return undefined;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4' || !address.match(NAT64)) return address;
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}

import ipaddr from 'ipaddr.js';

/** The length of the longest address, including the name of a network card. */
const LONGEST = 64;

/** Returns an IPv6 address in brackets, as URLs write it; any other host unchanged. */
export function bracketed(host: string): string {
  return host.length <= LONGEST && ipaddr.IPv6.isValid(host) ? `[${host}]` : host;
}

import ipaddr from 'ipaddr.js';

/** No address is longer, even with the name of a network card. */
const LONGEST = 64;

/** An IPv6 address as URLs write it; any other host as it is. */
export function bracketed(host: string): string {
  return host.length <= LONGEST && ipaddr.IPv6.isValid(host) ? `[${host}]` : host;
}

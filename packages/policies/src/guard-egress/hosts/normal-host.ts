/**
 * Returns a host as the WHATWG URL standard reads it: lower case, punycode, decimal, octal and hexadecimal addresses in
 * dotted form; without the brackets of IPv6 and without dots at the end. Undefined for an invalid host.
 */
export function normalHost(host: string): string | undefined {
  const url = URL.parse(`http://${host}/`);
  if (url === null || url.host !== url.hostname) return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') return undefined;
  return bareHost(url.hostname);
}

function bareHost(hostname: string): string | undefined {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  let end = hostname.length;
  while (hostname[end - 1] === '.') end--;
  return end === 0 ? undefined : hostname.slice(0, end);
}

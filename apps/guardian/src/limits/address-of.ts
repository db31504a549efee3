import { isIPv4, isIPv6 } from 'node:net';

/**
 * Returns the source of a request, for limits. For IPv6 it is the network, since everybody there has countless
 * addresses.
 *
 * @param remote the other end of the connection.
 * @param forwarded the header `x-forwarded-for`, to which each proxy adds the other end of its own connection.
 * @param proxies the number of proxies before this guardian; other entries of the header are ignored.
 */
export function addressOf(
  remote: string | undefined,
  forwarded: string | undefined,
  proxies: number,
): string {
  const told = proxies === 0 || forwarded === undefined ? [] : forwarded.split(',');
  const hops = [...told.map((hop) => hop.trim()), remote ?? ''];
  return networkOf(hops.at(-1 - proxies) ?? hops[0] ?? '');
}

const IPV4_INSIDE = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** The groups of an IPv6 address that name the network. */
const NETWORK = 4;
const GROUPS = 8;

function networkOf(address: string): string {
  const [, inside = address] = IPV4_INSIDE.exec(address) ?? [];
  if (isIPv4(inside)) return inside;
  if (!isIPv6(address)) return 'unknown';
  const [before = '', after] = address.toLowerCase().split('%', 1)[0]!.split('::');
  const [first, last] = [groupsOf(before), groupsOf(after ?? '')];
  const left = after === undefined ? 0 : Math.max(0, GROUPS - first.length - last.length);
  const all = [...first, ...Array.from({ length: left }, () => '0'), ...last];
  return `${all.slice(0, NETWORK).join(':')}::/64`;
}

function groupsOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(':').map((group) => group.replace(/^0+(?=.)/, ''));
}

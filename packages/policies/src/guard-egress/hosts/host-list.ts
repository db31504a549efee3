import { InterposeError } from '@interpose/core';
import ipaddr from 'ipaddr.js';

import { bracketed } from './bracketed.ts';
import { normalHost } from './normal-host.ts';
import { reachedAddress } from './reached-address.ts';

/** Tests whether a normalised host is on a list. */
export type HostTest = (host: string) => boolean;

/**
 * Compiles names, `*.name`, `*`, addresses and CIDR ranges.
 *
 * @throws InterposeError `invalid_option` for anything else.
 */
export function hostList(option: string, entries: readonly string[]): HostTest {
  if (!Array.isArray(entries)) throw unreadable(option, entries);
  const tests = entries.map((entry) => hostTest(option, entry));
  return (host) => tests.some((test) => test(host));
}

function hostTest(option: string, entry: unknown): HostTest {
  if (typeof entry !== 'string' || entry === '') throw unreadable(option, entry);
  if (entry === '*') return () => true;
  if (entry.includes('/')) return rangeTest(option, entry);
  const below = entry.startsWith('*.');
  const host = normalHost(bracketed(below ? entry.slice(2) : entry));
  if (host === undefined || host.includes('*')) throw unreadable(option, entry);
  const suffix = `.${host}`;
  if (below) return (name) => name.endsWith(suffix);
  const address = reachedAddress(host)?.toString();
  return address === undefined
    ? (name) => name === host
    : (name) => reachedAddress(name)?.toString() === address;
}

function rangeTest(option: string, entry: string): HostTest {
  if (!ipaddr.isValidCIDR(entry)) throw unreadable(option, entry);
  const [range, bits] = ipaddr.parseCIDR(entry);
  return (host) => {
    const reached = reachedAddress(host);
    if (reached === undefined) return false;
    // A range can also describe the address as written, such as 64:ff9b::/96.
    return [reached, ipaddr.parse(host)].some(
      (address) => address.kind() === range.kind() && address.match(range, bits),
    );
  };
}

function unreadable(option: string, entry: unknown): InterposeError {
  return new InterposeError(
    'invalid_option',
    `guardEgress: ${option} holds ${JSON.stringify(entry)}, which is no host`,
    'list names, "*.name", addresses or CIDR ranges',
  );
}

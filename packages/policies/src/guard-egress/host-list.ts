import { InterposeError } from '@interpose/core';
import ipaddr from 'ipaddr.js';

import { normalHost } from './normal-host.ts';

/** Tells whether a normal host is on a list. */
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
  const host = normalHost(below ? entry.slice(2) : entry);
  if (host === undefined || host.includes('*')) throw unreadable(option, entry);
  const suffix = `.${host}`;
  return below ? (name) => name.endsWith(suffix) : (name) => name === host;
}

function rangeTest(option: string, entry: string): HostTest {
  if (!ipaddr.isValidCIDR(entry)) throw unreadable(option, entry);
  const [range, bits] = ipaddr.parseCIDR(entry);
  return (host) => {
    if (!ipaddr.isValid(host)) return false;
    const address = ipaddr.process(host);
    return address.kind() === range.kind() && address.match(range, bits);
  };
}

function unreadable(option: string, entry: unknown): InterposeError {
  return new InterposeError(
    'invalid_option',
    `guardEgress: ${option} holds ${JSON.stringify(entry)}, which is no host`,
    'list names, "*.name", addresses or CIDR ranges',
  );
}

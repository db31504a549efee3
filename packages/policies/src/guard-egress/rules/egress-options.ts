import type { NameMatch } from '@interpose/core';

import type { ResolveName } from '../hosts/resolve-names.ts';

/**
 * Why a call was denied.
 *
 * @example
 * const code: EgressCode = 'egress_private';
 */
export type EgressCode =
  | 'egress_unreadable'
  | 'egress_scheme'
  | 'egress_credentials'
  | 'egress_port'
  | 'egress_host'
  | 'egress_private'
  | 'egress_unresolved'
  | 'egress_link';

/**
 * Where the tools may connect to.
 *
 * @example
 * const options: EgressOptions = { allow: ['api.example.com', '*.example.org'], ports: [443] };
 * guardEgress(options);
 */
export interface EgressOptions {
  /** Hosts that may be reached, and no others: names, `*.name` for everything below it, addresses, CIDR ranges. */
  readonly allow?: readonly string[];
  /** Hosts that may never be reached; stronger than `allow`. */
  readonly deny?: readonly string[];
  /** Hosts and ranges that may be reached although they are private; they need not stand in `allow`. */
  readonly allowPrivate?: readonly string[];
  /** `https` and `http` by default. */
  readonly schemes?: readonly string[];
  /** 80 and 443 by default; `any` for all. */
  readonly ports?: readonly number[] | 'any';
  /** `allow` lets a URL carry a user name and password. */
  readonly credentials?: 'deny' | 'allow';
  /** How names become addresses: `node:dns` by default, `false` to judge names by their text only. */
  readonly resolve?: ResolveName | false;
  /** Milliseconds the addresses of a name are remembered: 30,000. */
  readonly resolveTtlMs?: number;
  /** Only calls of these tools; all by default. */
  readonly tools?: NameMatch;
  /** Arguments of these names hold a host, or a URL that may lack its scheme; in any case of letters, at any depth. */
  readonly hostKeys?: readonly string[];
  /** Links and pictures in answers that lead to hosts outside of `allow`: left (default), made unreadable, or denied. */
  readonly links?: 'keep' | 'defang' | 'deny';
}

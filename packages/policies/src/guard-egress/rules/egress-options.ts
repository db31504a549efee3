import type { NameMatch } from '@interpose/core';

import type { ResolveName } from '../hosts/resolve-names.ts';

/**
 * The code of a denial.
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
 * The hosts, schemes and ports that tools may connect to.
 *
 * @example
 * const options: EgressOptions = { allow: ['api.example.com', '*.example.org'], ports: [443] };
 * guardEgress(options);
 */
export interface EgressOptions {
  /** The only allowed hosts: names, `*.name` for everything below a name, addresses, CIDR ranges. Default: any. */
  readonly allow?: readonly string[];
  /** Hosts that are always denied, even when `allow` holds them. */
  readonly deny?: readonly string[];
  /** Hosts and ranges that are allowed although they are private; `allow` need not hold them. */
  readonly allowPrivate?: readonly string[];
  /** Allowed schemes. Default: `https` and `http`. */
  readonly schemes?: readonly string[];
  /** Allowed ports, or `any`. Default: 80 and 443. */
  readonly ports?: readonly number[] | 'any';
  /** `allow` lets a URL carry a user name and password. Default: `deny`. */
  readonly credentials?: 'deny' | 'allow';
  /** Resolves names to addresses. Default: `node:dns`. `false`: names are judged by their text only. */
  readonly resolve?: ResolveName | false;
  /** Milliseconds that the addresses of a name are remembered. Default: 30,000. */
  readonly resolveTtlMs?: number;
  /** Only calls of these tools are judged. Default: all tools. */
  readonly tools?: NameMatch;
  /** Names of arguments that hold a host, or a URL perhaps without a scheme; in any case of letters, at any depth. */
  readonly hostKeys?: readonly string[];
  /** Links and pictures in answers to hosts outside of `allow`: kept (default), made unreadable, or denied. */
  readonly links?: 'keep' | 'defang' | 'deny';
}

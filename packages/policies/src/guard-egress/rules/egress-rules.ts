import { InterposeError } from '@interpose/core';

import type { EgressOptions } from './egress-options.ts';
import { hostList, type HostTest } from '../hosts/host-list.ts';

/** The options with their defaults, in a form that can be tested. */
export interface EgressRules {
  /** Undefined allows any public host. */
  readonly allow: HostTest | undefined;
  readonly deny: HostTest;
  readonly allowPrivate: HostTest;
  readonly schemes: ReadonlySet<string>;
  /** Undefined allows any port. */
  readonly ports: ReadonlySet<number> | undefined;
  readonly credentials: boolean;
  readonly resolves: boolean;
}

/**
 * Reads the options.
 *
 * @throws InterposeError `invalid_option` where they say something that cannot be meant.
 */
export function egressRules(options: EgressOptions): EgressRules {
  return {
    allow: options.allow === undefined ? undefined : hostList('allow', options.allow),
    deny: hostList('deny', options.deny ?? []),
    allowPrivate: hostList('allowPrivate', options.allowPrivate ?? []),
    schemes: new Set(options.schemes?.map(schemeName) ?? ['https', 'http']),
    ports: portsOf(options.ports ?? [80, 443]),
    credentials: oneOf('credentials', options.credentials ?? 'deny', ['deny', 'allow']) === 'allow',
    resolves: options.resolve !== false,
  };
}

/** Returns the value if it is one of these, and throws otherwise. */
export function oneOf<T extends string>(option: string, value: T, values: readonly T[]): T {
  if (values.includes(value)) return value;
  throw invalid(`${option} is ${JSON.stringify(value)}`, `use one of ${values.join(', ')}`);
}

function schemeName(scheme: string): string {
  if (typeof scheme !== 'string' || !/^[a-z][a-z0-9+.-]*$/i.test(scheme))
    throw invalid(`${JSON.stringify(scheme)} is no scheme`, 'write it without a colon: "https"');
  return scheme.toLowerCase();
}

function portsOf(ports: readonly number[] | 'any'): ReadonlySet<number> | undefined {
  if (ports === 'any') return undefined;
  const isList = Array.isArray(ports) && ports.every((port) => isPort(port));
  if (!isList)
    throw invalid(
      `ports is ${JSON.stringify(ports)}`,
      'list numbers from 1 to 65535, or say "any"',
    );
  return new Set(ports);
}

function isPort(port: unknown): boolean {
  return Number.isInteger(port) && Number(port) > 0 && Number(port) < 65_536;
}

function invalid(problem: string, remedy: string): InterposeError {
  return new InterposeError('invalid_option', `guardEgress: ${problem}`, remedy);
}

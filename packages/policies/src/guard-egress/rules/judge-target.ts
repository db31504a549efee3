import type { EgressCode } from './egress-options.ts';
import type { EgressRules } from './egress-rules.ts';
import { isPublicAddress } from '../hosts/is-public-address.ts';
import { normalHost } from '../hosts/normal-host.ts';
import { reachedAddress } from '../hosts/reached-address.ts';
import type { Target } from '../targets/urls-in.ts';

/** The judgement of a target by its text. A name still has to be resolved. */
export type Judgement =
  | { readonly kind: 'denied'; readonly code: EgressCode; readonly reason: string }
  | { readonly kind: 'allowed' }
  | { readonly kind: 'name'; readonly host: string };

/** The ports of schemes when a URL has none. */
const PORTS: Readonly<Record<string, number>> = { http: 80, https: 443, ws: 80, wss: 443, ftp: 21 };
/** The ranges of the reader's own machine and network. */
const NEAR: ReadonlySet<string> = new Set([
  'loopback',
  'private',
  'linkLocal',
  'uniqueLocal',
  'unspecified',
]);
/** Signs that the standard keeps in a host but no name server knows. Clients that cut there reach another host. */
const ODD = /[^\w.:[\]-]/;
/** A name without dots at its end and without letters of other scripts. */
const PLAIN = /^(?!.*xn--)[a-z\d.-]*[a-z\d-]$/;
/** The longest link to read. Every host is shorter, even with a port. */
const LONGEST_LINK = 300;
const ALLOWED: Judgement = { kind: 'allowed' };
const PRIVATE_NAME =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home\.arpa|corp|private)$/;

/** Judges a target by its text: scheme, credentials, port, host. */
export function judgeTarget(target: Target, rules: EgressRules): Judgement {
  const scheme = target.scheme === '' ? 'https' : target.scheme;
  if (!rules.schemes.has(scheme))
    return denied('egress_scheme', `the scheme "${scheme}" is not allowed`);
  if (scheme === 'file' && target.authority === '') return ALLOWED;
  const authority = readAuthority(target.authority);
  if (authority === undefined)
    return denied('egress_unreadable', 'a URL names no host that can be read');
  if (authority.credentials && !rules.credentials)
    return denied('egress_credentials', 'a URL carries a user name or password');
  const isOfScheme = authority.port === '' || Number(authority.port) === PORTS[scheme];
  if (!isOfScheme && rules.ports?.has(Number(authority.port)) === false)
    return denied('egress_port', `the port ${authority.port} is not allowed`);
  return judgeHost(authority.host, rules);
}

/** Judges one address, resolved from a name or written in the target. */
export function judgeAddress(address: string, rules: EgressRules): Judgement {
  if (isPublicAddress(address) || rules.allowPrivate(address)) {
    return rules.deny(address)
      ? denied('egress_host', `the address ${address} is denied`)
      : ALLOWED;
  }
  return denied('egress_private', `the address ${address} is not public`);
}

/** Whether a link may lead there: to an allowed host, or to the reader's own network, which carries nothing away. */
export function mayBeLinked(written: string, rules: EgressRules): boolean {
  const authority = written.length > LONGEST_LINK ? undefined : readAuthority(written);
  if (authority === undefined || authority.credentials || rules.deny(authority.host)) return false;
  if (ODD.test(authority.host)) return false;
  const { host } = authority;
  if (rules.allow?.(host) === true || rules.allowPrivate(host)) return true;
  const range = reachedAddress(host)?.range();
  return range === undefined ? isPrivateName(host) : NEAR.has(range);
}

function judgeHost(host: string, rules: EgressRules): Judgement {
  if (rules.deny(host)) return denied('egress_host', `the host ${host} is denied`);
  const mayBePrivate = rules.allowPrivate(host);
  if (!mayBePrivate && rules.allow?.(host) === false)
    return denied('egress_host', `the host ${host} is not one of those allowed`);
  if (ODD.test(host)) return denied('egress_unreadable', `the host ${host} is no name`);
  if (mayBePrivate) return ALLOWED;
  if (reachedAddress(host) !== undefined) return judgeAddress(host, rules);
  if (isPrivateName(host)) return denied('egress_private', `the name ${host} is not public`);
  return rules.resolves ? { kind: 'name', host } : ALLOWED;
}

/** Whether no public name server knows a name. A name without a dot is one of the local network. */
function isPrivateName(host: string): boolean {
  return !host.includes(':') && (PRIVATE_NAME.test(host) || !/\.[^.]/.test(host));
}

interface Authority {
  readonly host: string;
  readonly port: string;
  readonly credentials: boolean;
}

/** Reads an authority as for `http`, whatever the scheme, because a name server does not see the scheme. */
function readAuthority(authority: string): Authority | undefined {
  const url = URL.parse(`http://${authority}/`);
  if (url === null) return undefined;
  // A plain name does not change when it is parsed again.
  const host = PLAIN.test(url.hostname) ? url.hostname : normalHost(url.hostname);
  if (host === undefined) return undefined;
  const credentials = authority.includes('@');
  // The parser drops the default port of `http`. As `https`, which has another default, it keeps the port.
  const isBare = url.port !== '' || !authority.includes(':');
  const port = isBare ? url.port : (URL.parse(`https://${authority}/`)?.port ?? '');
  return { host, port, credentials };
}

function denied(code: EgressCode, reason: string): Judgement {
  return { kind: 'denied', code, reason };
}

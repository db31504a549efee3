import { HARMLESS_REQUESTS } from './declared.ts';

/** The requests of the API that ask a model and pass the hooks. */
export type Endpoint = 'chat.completions' | 'responses' | 'embeddings';

/** How a request is treated: it passes the hooks, it is reported once (refused under `require`), or it is harmless. */
export type EndpointClass =
  | { readonly status: 'enforced'; readonly endpoint: Endpoint }
  | { readonly status: 'unmediated'; readonly request: string }
  | { readonly status: 'harmless' };

/** Returns how a request to this address is treated; `base` is the base URL of the API, if it is known. */
export function classOf(method: string | undefined, url: string, base?: string): EndpointClass {
  if (LOCAL.test(url)) return { status: 'harmless' };
  const request = `${(method ?? 'GET').toUpperCase()} ${pathBehind(url, base)}`;
  const [, asked] = ENFORCED.exec(request) ?? [];
  if (asked !== undefined)
    return { status: 'enforced', endpoint: asked.replace('/', '.') as Endpoint };
  return HARMLESS.test(request) ? { status: 'harmless' } : { status: 'unmediated', request };
}

/** Addresses that contain their data themselves. */
const LOCAL = /^(?:data|blob):/i;

/** The pattern of one segment of a path other than `..`. */
const ONE = '/(?!\\.\\.(?:/|$))[^/]+';
const ANY = `(?:${ONE})*`;

/** Returns a pattern for a list of requests: HTTP verbs, and after each verb its paths. */
function requestsOf(list: string): RegExp {
  let verb = '';
  const sources = list.split(' ').flatMap((word) => {
    if (word.startsWith('/')) return [`${verb} ${word.replaceAll('/*', ONE)}`];
    verb = word.replace('*', '\\w+');
    return [];
  });
  return new RegExp(`^(?:${sources.join('|')})$`);
}

/** The requests that pass the hooks, whatever precedes their path (Azure puts its deployment there). */
const ENFORCED = new RegExp(`^POST ${ANY}/(chat/completions|responses|embeddings)$`);
const HARMLESS = requestsOf(HARMLESS_REQUESTS);

/**
 * Returns the path of a request after the base of the API. Paths that servers treat alike get one spelling: no query,
 * escapes, `;` parameters or empty segments, all in lower case. Without a `base`, it starts after the version.
 */
function pathBehind(url: string, base: string | undefined): string {
  const path = plainPath(url);
  const known = base === undefined ? '' : plainPath(base);
  const start =
    known !== '' && path.startsWith(`${known}/`) ? known : (VERSION.exec(path)?.[0] ?? '');
  return path.slice(start.length).replace(DEPLOYMENT, '');
}

const VERSION = /^(?:\/[^/]+)*?(?:\/v\d[a-z0-9]*|\/openai(?=\/deployments\/))(?=\/)/;
const DEPLOYMENT = /^(?:\/openai)?\/deployments\/[^/]+/;

/** The pattern of an address whose path already has the one spelling of `pathBehind`, as most have. */
const PLAIN = /^https?:\/\/[a-z\d.-]+(?::\d+)?((?:\/[a-z\d_-]+)+)$/;

function plainPath(url: string): string {
  const plain = PLAIN.exec(url)?.[1];
  if (plain !== undefined) return plain;
  const raw = URL.canParse(url) ? new URL(url).pathname : (url.split(/[?#]/)[0] ?? '');
  const segments = decoded(raw)
    .toLowerCase()
    .split(/[/\\]/)
    .map((segment) => segment.replace(/;.*$/, '').trim())
    .filter((segment) => segment !== '' && segment !== '.');
  return segments.map((segment) => `/${segment}`).join('');
}

/** Decodes a path, nested escapes too. A path that cannot be decoded stays as it is, and is then unknown. */
function decoded(path: string): string {
  let text = path;
  for (let left = 3; left > 0 && text.includes('%'); left--) {
    try {
      text = decodeURIComponent(text);
    } catch {
      return text;
    }
  }
  return text;
}

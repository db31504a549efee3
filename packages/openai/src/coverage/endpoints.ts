import { HARMLESS_REQUESTS } from './declared.ts';

/** The requests of the API that ask a model and pass the hooks. */
export type Endpoint = 'chat.completions' | 'responses' | 'embeddings';

/** How a request is treated: it passes the hooks, it asks nothing, or it is refused under `require` and told once. */
export type EndpointClass =
  | { readonly status: 'enforced'; readonly endpoint: Endpoint }
  | { readonly status: 'unmediated'; readonly request: string }
  | { readonly status: 'harmless' };

/** How a request to this address is treated; `base` is where the API begins, as far as it is known. */
export function classOf(method: string | undefined, url: string, base?: string): EndpointClass {
  if (LOCAL.test(url)) return { status: 'harmless' };
  const request = `${(method ?? 'GET').toUpperCase()} ${pathBehind(url, base)}`;
  const [, asked] = ENFORCED.exec(request) ?? [];
  if (asked !== undefined)
    return { status: 'enforced', endpoint: asked.replace('/', '.') as Endpoint };
  return HARMLESS.test(request) ? { status: 'harmless' } : { status: 'unmediated', request };
}

/** What is read from the address itself. */
const LOCAL = /^(?:data|blob):/i;

/** A segment that is no step up. */
const ONE = '/(?!\\.\\.(?:/|$))[^/]+';
const ANY = `(?:${ONE})*`;

/** What a request of a list looks like: verbs, and behind each its paths. */
function requestsOf(list: string): RegExp {
  let verb = '';
  const sources = list.split(' ').flatMap((word) => {
    if (word.startsWith('/')) return [`${verb} ${word.replaceAll('/*', ONE)}`];
    verb = word.replace('*', '\\w+');
    return [];
  });
  return new RegExp(`^(?:${sources.join('|')})$`);
}

/** What passes the hooks, whatever stands before it in the path (Azure puts its deployment there). */
const ENFORCED = new RegExp(`^POST ${ANY}/(chat/completions|responses|embeddings)$`);
const HARMLESS = requestsOf(HARMLESS_REQUESTS);

/**
 * The path of a request behind the base of the API, one spelling for all that servers take for the same: without
 * query, escapes, `;` parameters, empty segments and differences of case. Without a `base`, the version ends it.
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

/** An address whose path has one spelling only, as most have: it is taken as it is. */
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

/** Escapes of escapes too; what cannot be read stays as it is, and is unknown. */
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

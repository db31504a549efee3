/** The requests of the API that ask a model and pass the hooks. */
export type Endpoint = 'chat.completions' | 'responses' | 'embeddings';

/** How a request is treated: it passes the hooks, or it does not and a row of the capability table says so, or it asks nothing. */
export type EndpointClass =
  | { readonly status: 'enforced'; readonly endpoint: Endpoint }
  | { readonly status: 'unmediated' | 'unknown'; readonly row: string }
  | { readonly status: 'harmless' };

/** A verb or `*`, and a path behind the base of the API: `*` is one segment, `**` is any number of them. */
type Pattern = `${'*' | 'GET' | 'POST' | 'DELETE'} /${string}`;

/** What passes the hooks, whatever stands before it in the path (Azure puts its deployment there). */
const ENFORCED: Readonly<Record<Endpoint, Pattern>> = {
  'chat.completions': 'POST /**/chat/completions',
  responses: 'POST /**/responses',
  embeddings: 'POST /**/embeddings',
};

/** What asks a model or tells of what one answered, and passes no hooks; by the row of the capability table. */
export const UNMEDIATED: Readonly<Record<string, readonly Pattern[]>> = {
  'completions.create': ['POST /completions'],
  images: ['* /images/**'],
  audio: ['* /audio/**'],
  'moderations.create': ['POST /moderations'],
  videos: ['* /videos/**'],
  'batches.create': ['POST /batches'],
  'beta.threads': ['* /threads/**', '* /assistants/**'],
  'beta.agents': ['* /agents/**'],
  'decisions.create': ['* /decisions/**'],
  'responses.compact': ['POST /responses/compact'],
  'evals.runs.create': ['POST /evals/*/runs', 'POST /evals/*/runs/*'],
  'fineTuning.alpha.graders': ['POST /fine_tuning/alpha/graders/run'],
  contentProvenanceChecks: ['POST /content_provenance_checks'],
  'beta.chatkit': ['* /chatkit/**'],
  realtime: ['* /realtime/**'],
  live: ['* /live/**'],
  'responses over WebSocket': ['GET /responses'],
  'responses.retrieve': ['GET /responses/**', 'POST /responses/*/cancel'],
  'chat.completions.retrieve': ['GET /chat/completions/**'],
  'vectorStores.search': ['POST /vector_stores/*/search'],
  'conversations.items.create': ['POST /conversations/**'],
  'conversations.items.retrieve': ['GET /conversations/**'],
};

/** What neither asks a model nor tells of an answer. Whatever stands in none of these lists is unknown. */
const HARMLESS: readonly Pattern[] = [
  'GET /models/**',
  'DELETE /**',
  'POST /responses/input_tokens',
  'POST /chat/completions/*',
  '* /files/**',
  '* /uploads/**',
  '* /containers/**',
  '* /vector_stores/**',
  '* /fine_tuning/jobs/**',
  '* /fine_tuning/checkpoints/**',
  'POST /fine_tuning/alpha/graders/validate',
  '* /evals/**',
  'GET /batches/**',
  'POST /batches/*/cancel',
  '* /skills/**',
  '* /vaults/**',
  '* /organization/**',
  '* /projects/**',
  '* /webhook_endpoints/**',
  'GET /webhook_event_types',
];

/** How a request to this address is treated; `base` is where the API begins, as far as it is known. */
export function classOf(method: string | undefined, url: string, base?: string): EndpointClass {
  const request = `${(method ?? 'GET').toUpperCase()} ${pathBehind(url, base)}`;
  for (const [endpoint, pattern] of Object.entries(ENFORCED))
    if (matches(pattern, request)) return { status: 'enforced', endpoint: endpoint as Endpoint };
  for (const [row, patterns] of Object.entries(UNMEDIATED))
    if (patterns.some((pattern) => matches(pattern, request))) return { status: 'unmediated', row };
  return HARMLESS.some((pattern) => matches(pattern, request))
    ? { status: 'harmless' }
    : { status: 'unknown', row: request };
}

const expressions = new Map<string, RegExp>();

function matches(pattern: string, request: string): boolean {
  let expression = expressions.get(pattern);
  if (expression === undefined) {
    const source = pattern
      .replace(/^\*/, '\\w+')
      .replaceAll('/**', '(?:/[^/]+)*')
      .replaceAll('/*', '/[^/]+');
    expression = new RegExp(`^${source}$`);
    expressions.set(pattern, expression);
  }
  return expression.test(request);
}

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

function plainPath(url: string): string {
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

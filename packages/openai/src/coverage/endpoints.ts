/** The requests of the API that ask a model and pass the hooks. */
export type Endpoint = 'chat.completions' | 'responses' | 'embeddings';

const ENDPOINTS: readonly (readonly [ending: string, endpoint: Endpoint])[] = [
  ['/chat/completions', 'chat.completions'],
  ['/responses', 'responses'],
  ['/embeddings', 'embeddings'],
];

/** Which endpoint a request goes to, whatever stands before it in the path (Azure puts its deployment there). */
export function endpointOf(method: string | undefined, url: string): Endpoint | undefined {
  if (method?.toUpperCase() !== 'POST') return undefined;
  const path = pathOf(url);
  return ENDPOINTS.find(([ending]) => path.endsWith(ending))?.[1];
}

/** The path of an address without its query and without a slash at its end. */
export function pathOf(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : (url.split(/[?#]/)[0] ?? '');
  return path.replace(/\/+$/, '');
}

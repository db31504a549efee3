import type { Hooking } from '../run/host-run.ts';
import { fetchThrough, type Fetch } from './fetch.ts';
import type { ClientShape } from './shapes.ts';

/** The mark of requests that the client itself sends and that are judged already; the client passes it to `fetch`. */
const OWN: unique symbol = Symbol('interpose.openai.own');

type Init = RequestInit & { readonly [OWN]?: true };

/** The original `fetch` of each client, by the one that replaces it. */
const originals = new WeakMap<Fetch, Fetch>();

/** Returns the request with the mark of one that the client itself sends. */
export function ownRequest(init: RequestInit): RequestInit {
  return { ...init, [OWN]: true } as RequestInit;
}

/** Judges requests that an app sends with a client's `fetch` directly, past the methods that the client itself uses. */
export function hookOwnFetch(client: ClientShape, hooking: Hooking): void {
  const { fetch: own } = client;
  if (typeof own !== 'function') return;
  const judged = fetchThrough(own, hooking);
  // A proxy, because the properties of the app's own fetch may be read too.
  const value = new Proxy(own, {
    apply(_own, _self, [input, init]: [Parameters<Fetch>[0], Init?]): Promise<Response> {
      if (init?.[OWN] === undefined) return judged(input, init);
      if (originals.has(own)) return own(input, init);
      const { [OWN]: _mark, ...sent } = init;
      return own(input, sent);
    },
  });
  originals.set(value, own);
  client.fetch = value;
}

/** Makes a clone while the client has its original fetch: the clone gets hooks of its own. */
export function withOriginalFetch<T>(client: ClientShape, make: () => T): T {
  const { fetch } = client;
  const original = fetch && originals.get(fetch);
  if (original === undefined) return make();
  client.fetch = original;
  try {
    return make();
  } finally {
    if (fetch !== undefined) client.fetch = fetch;
  }
}

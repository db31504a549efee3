import type { Hooking } from '../run/host-run.ts';
import { fetchThrough, type Fetch } from './fetch.ts';
import type { ClientShape } from './shapes.ts';

/** Marks what a client sends by itself, which has been judged: the client spreads it into what it hands to `fetch`. */
const OWN: unique symbol = Symbol('interpose.openai.own');

type Init = RequestInit & { readonly [OWN]?: true };

/** What stands for the `fetch` of clients, and what it stands for. */
const originals = new WeakMap<Fetch, Fetch>();

/** The same request, as one that the client sends by itself. */
export function ownRequest(init: RequestInit): RequestInit {
  return { ...init, [OWN]: true } as RequestInit;
}

/** Judges what an app sends with the `fetch` of a client, past everything that the client does for its own requests. */
export function hookOwnFetch(client: ClientShape, hooking: Hooking): void {
  const { fetch: own } = client;
  if (typeof own !== 'function') return;
  const judged = fetchThrough(own, hooking);
  // As properties of the app's own fetch are read as well.
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

/** Makes a clone of a client, which takes over the fetch as it was: the clone is hooked by itself. */
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

import type { StartedGuardian } from './start-guardian.ts';

/** Somebody who is signed in at a guardian. */
export interface SignedIn {
  readonly cookie: string;
  readonly csrf: string;
  get<T = Record<string, unknown>>(path: string): Promise<T>;
  send<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: T }>;
}

/** Signs in with the one-time token that the guardian printed. */
export async function signIn(guardian: StartedGuardian): Promise<SignedIn> {
  const { login } = await guardian.next('console');
  return (await enter(guardian.url, String(login)))!;
}

/** Signs in at this guardian with a link; undefined where it is refused. */
export async function enter(url: string, link: string): Promise<SignedIn | undefined> {
  const token = new URL(link).hash.replace('#token=', '');
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(new URL('/api/login', url), {
    method: 'POST',
    headers,
    body: JSON.stringify({ token }),
  });
  if (!response.ok) return undefined;
  const cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const { csrf } = (await response.json()) as { readonly csrf: string };
  return session(url, cookie, csrf);
}

/** Asks a guardian as who holds this cookie. */
export function session(url: string, cookie: string, csrf: string): SignedIn {
  return {
    cookie,
    csrf,
    get: async <T>(path: string) =>
      (await (await fetch(new URL(path, url), { headers: { cookie } })).json()) as T,
    send: async <T>(method: string, path: string, body?: unknown) => {
      const headers = { cookie, 'x-csrf': csrf, 'content-type': 'application/json' };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetch(new URL(path, url), { method, headers, ...sent });
      // What takes a while tells how far it is, a line each; the last one is the answer.
      const last = (await response.text()).trimEnd().split('\n').at(-1) ?? '';
      return { status: response.status, body: JSON.parse(last) as T };
    },
  };
}

/** Looks again until what it finds is there; for the last time after this time, since a look may itself take long. */
export async function eventually<T>(
  look: () => Promise<T | undefined | false>,
  timeMs = 15_000,
): Promise<T> {
  const end = performance.now() + timeMs;
  for (;;) {
    const isLast = performance.now() > end;
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (isLast) throw new Error(`it was not there within ${timeMs} ms`);
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
}

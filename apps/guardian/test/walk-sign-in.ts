import { session, type SignedIn } from './sign-in.ts';

/** Where a walk through the pages of a sign-in ended. */
export interface Walked {
  /** The last address, at the guardian. */
  readonly end: URL;
  readonly cookies: ReadonlyMap<string, string>;
  /** The headers of every answer of the guardian that set a cookie. */
  readonly set: readonly string[];
}

let walkers = 0;

/**
 * A browser without a screen: it follows redirects, keeps cookies, and fills in the forms of the provider. Each comes
 * from an address of its own, for a guardian that stands behind a proxy.
 */
export class Walker {
  readonly #from = `10.0.${Math.floor(++walkers / 256)}.${walkers % 256}`;
  readonly #jars = new Map<string, Map<string, string>>();
  readonly #set: string[] = [];

  /** Opens an address and goes on until there is nothing left to fill in. */
  async walk(from: string, login: string): Promise<Walked> {
    let next = await this.open(new URL(from));
    for (let steps = 0; steps < 20; steps++) {
      const { page, url } = next;
      const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
      if (action === undefined || prompt === undefined)
        return { end: url, cookies: this.jar(url), set: this.#set };
      const filled = prompt === 'login' ? { prompt, login, password: 'any' } : { prompt };
      next = await this.open(new URL(action, url), new URLSearchParams(filled));
    }
    throw new Error('the sign-in goes round in circles');
  }

  /** Follows redirects from one address. */
  async open(
    first: URL,
    form?: URLSearchParams,
  ): Promise<{ readonly url: URL; readonly page: string }> {
    let url = first;
    let body = form;
    for (let hops = 0; hops < 20; hops++) {
      const cookie = [...this.jar(url)].map((pair) => pair.join('=')).join('; ');
      const sent = body === undefined ? {} : { method: 'POST', body };
      const headers = { cookie, 'x-forwarded-for': this.#from };
      const answer = await fetch(url, { ...sent, headers, redirect: 'manual' });
      this.#keep(url, answer.headers.getSetCookie());
      const location = answer.headers.get('location');
      if (location === null) return { url, page: await answer.text() };
      await answer.body?.cancel();
      [url, body] = [new URL(location, url), undefined];
    }
    throw new Error(`too many redirects from ${first.href}`);
  }

  /** The cookies that go to this address. */
  jar({ origin }: URL): Map<string, string> {
    const jar = this.#jars.get(origin) ?? new Map<string, string>();
    this.#jars.set(origin, jar);
    return jar;
  }

  #keep(url: URL, headers: readonly string[]): void {
    for (const header of headers) {
      this.#set.push(header);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      if (value === '' || /expires=Thu, 01 Jan 1970|max-age=0/i.test(header))
        this.jar(url).delete(name);
      else this.jar(url).set(name, value);
    }
  }
}

/** Signs in through the provider; undefined where the guardian lets nobody in. */
export async function signInThrough(
  url: string,
  login: string,
): Promise<{ readonly walked: Walked; readonly person: SignedIn | undefined }> {
  const walked = await new Walker().walk(new URL('/auth/oidc', url).href, login);
  const secret = walked.cookies.get('interpose');
  if (secret === undefined) return { walked, person: undefined };
  const cookie = `interpose=${secret}`;
  const { csrf } = await session(url, cookie, '').get<{ readonly csrf: string }>('/api/me');
  return { walked, person: session(url, cookie, csrf) };
}

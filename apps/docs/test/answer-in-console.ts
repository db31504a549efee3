import { setTimeout as wait } from 'node:timers/promises';

interface Waiting {
  readonly id: string;
  readonly digest: string;
}

/** Signs in at a guardian as the console does, waits until this call stands there, and approves it. */
export async function answerInConsole(
  url: string,
  token: string,
  { tool, cents }: { readonly tool: string; readonly cents: number },
): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ token });
  const login = await fetch(new URL('/api/login', url), { method: 'POST', headers, body });
  const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const { csrf } = (await login.json()) as { readonly csrf: string };
  const signedIn = { ...headers, cookie, 'x-csrf': csrf };
  for (;;) {
    const list = await fetch(new URL('/api/approvals?state=waiting', url), { headers: signedIn });
    const { rows } = (await list.json()) as { readonly rows: readonly Waiting[] };
    const found = rows.find((row) => {
      const text = JSON.stringify(row);
      return text.includes(`"${tool}"`) && text.includes(String(cents));
    });
    if (found === undefined) {
      await wait(50);
      continue;
    }
    const answer = JSON.stringify({ decision: 'approve', digest: found.digest });
    const path = `/api/approvals/${found.id}/answer`;
    const sent = await fetch(new URL(path, url), {
      method: 'POST',
      headers: signedIn,
      body: answer,
    });
    if (!sent.ok) throw new Error(`${path} was answered with ${sent.status}`);
    return;
  }
}

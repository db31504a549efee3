import { InterposeError } from '@interpose/core';

import { readToken } from '../client/check-address.ts';

/** Throws for a token that no caller can send, and for one that is given as undefined: everybody would get answers. */
export function checkToken(options: { readonly token?: string | undefined }): void {
  if (readToken(options.token) === undefined && 'token' in options)
    throw new InterposeError(
      'invalid_option',
      'token is undefined, so everybody would get answers',
      'set the variable that it comes from, or leave token out if everybody may ask',
    );
}

/** Refuses a request that asks for no decision, before its body is read; undefined lets it in. */
export function turnAway(request: Request, token: string | undefined): Response | undefined {
  if (request.method !== 'POST')
    return plain(405, 'send a JSON-RPC request with POST', { allow: 'POST' });
  if (
    token !== undefined &&
    !sameText(request.headers.get('authorization') ?? '', `Bearer ${token}`)
  )
    return plain(401, 'send the token as a bearer token', { 'www-authenticate': 'Bearer' });
  const type = request.headers.get('content-type') ?? '';
  // A page in a browser can send any other type to a local guardian without a preflight request.
  if (!/^application\/json\b/i.test(type)) return plain(415, 'send application/json', {});
  return undefined;
}

/** Compares two texts in constant time, wherever they differ. */
function sameText(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let index = 0; index < right.length; index++) {
    difference |= left.charCodeAt(index % (left.length || 1)) ^ right.charCodeAt(index);
  }
  return difference === 0;
}

function plain(status: number, text: string, headers: Readonly<Record<string, string>>): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/plain', ...headers } });
}

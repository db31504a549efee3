import { InterposeError } from '@interpose/core';

const LEAST_BYTES = 24;
/** The seconds that a timestamp may lie in the past or in the future. */
const TOLERANCE_S = 5 * 60;

/** The three headers of Standard Webhooks 1.0. */
export type SignatureHeaders = Readonly<
  Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>
>;

/**
 * Returns the key behind a shared secret.
 *
 * @throws InterposeError `invalid_option` for a secret that is too short or not base64.
 */
export function webhookKey(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(typeof secret === 'string' ? secret.replace(/^whsec_/, '') : '');
  if (bytes === undefined || bytes.length < LEAST_BYTES)
    throw new InterposeError(
      'invalid_option',
      `webhookApprover: the secret is not base64 of at least ${LEAST_BYTES} bytes`,
      'make one with `openssl rand -base64 32` and give it to both sides',
    );
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
}

/** Signs a body under this id with the current time. */
export async function sign(key: CryptoKey, id: string, body: string): Promise<SignatureHeaders> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = await crypto.subtle.sign('HMAC', key, signed(id, timestamp, body));
  const text = btoa(String.fromCharCode(...new Uint8Array(signature)));
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${text}` };
}

/**
 * Checks that a body was signed with this key, for this id, within the last minutes.
 *
 * @throws InterposeError `webhook_unsigned`.
 */
export async function verify(
  key: CryptoKey,
  id: string,
  headers: Headers,
  body: string,
): Promise<void> {
  if (headers.get('webhook-id') !== id) throw unsigned('the answer is to another request');
  const timestamp = headers.get('webhook-timestamp') ?? '';
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || !(age <= TOLERANCE_S)) throw unsigned('the answer is not of now');
  // A header can hold several signatures while the secret is being changed; one that fits is enough.
  for (const each of (headers.get('webhook-signature') ?? '').split(' ')) {
    const [version, text = ''] = each.split(',', 2);
    const bytes = version === 'v1' ? bytesOf(text) : undefined;
    if (bytes === undefined) continue;
    if (await crypto.subtle.verify('HMAC', key, bytes, signed(id, timestamp, body))) return;
  }
  throw unsigned('no signature of the answer fits');
}

function signed(id: string, timestamp: string, body: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${id}.${timestamp}.${body}`);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function unsigned(problem: string): InterposeError {
  return new InterposeError(
    'webhook_unsigned',
    problem,
    'sign the answer with the shared secret and the webhook-id of the request',
  );
}

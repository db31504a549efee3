/**
 * SHA-256 in hex, 64 characters; of a text over its UTF-8.
 *
 * @example
 * await sha256('abc'); // 'ba7816bf…'
 */
export async function sha256(content: string | BufferSource): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

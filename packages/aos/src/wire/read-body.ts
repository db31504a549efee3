/** Returns the text of a body; undefined if it has more than `maxBytes`, and then the rest stays unread. */
export function readBody(
  message: Request | Response,
  maxBytes: number,
): Promise<string | undefined> {
  const told = message.headers.get('content-length');
  // The length of a compressed body is not the length of its text.
  const isTold = told !== null && /^\d+$/.test(told) && !message.headers.has('content-encoding');
  // HTTP ends a body after its stated length, so it can be read whole, without a stream.
  if (isTold && Number(told) <= maxBytes) return message.text();
  return Number(told ?? 0) > maxBytes ? leaveUnread(message) : readStream(message, maxBytes);
}

async function leaveUnread(message: Request | Response): Promise<undefined> {
  await message.body?.cancel();
}

async function readStream(
  message: Request | Response,
  maxBytes: number,
): Promise<string | undefined> {
  if (message.body === null) return '';
  const reader = message.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

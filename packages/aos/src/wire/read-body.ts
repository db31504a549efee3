import { FAULT_CODES, WireFault } from './wire-fault.ts';

/**
 * Returns the text of a body; undefined if it has more than `maxBytes`, and then the rest stays unread.
 *
 * @throws WireFault if it is not UTF-8. Replacing what cannot be read would judge another text than the sender has.
 */
export function readBody(
  message: Request | Response,
  maxBytes: number,
): Promise<string | undefined> {
  const told = message.headers.get('content-length');
  // The length of a compressed body is not the length of its text.
  const isTold = told !== null && /^\d+$/.test(told) && !message.headers.has('content-encoding');
  // HTTP ends a body after its stated length, so it can be read whole, without a stream.
  if (isTold && Number(told) <= maxBytes) return readWhole(message);
  return Number(told ?? 0) > maxBytes ? leaveUnread(message) : readStream(message, maxBytes);
}

async function readWhole(message: Request | Response): Promise<string> {
  const bytes = await message.arrayBuffer();
  return decode(new TextDecoder('utf-8', { fatal: true }), bytes);
}

function decode(decoder: TextDecoder, bytes?: AllowSharedBufferSource, stream = false): string {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    throw new WireFault(FAULT_CODES.parse, 'this is not UTF-8');
  }
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
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decode(decoder);
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    text += decode(decoder, value, true);
  }
}

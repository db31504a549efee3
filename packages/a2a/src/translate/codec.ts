import { SendMessageResponse, type Message, type Task } from '@a2a-js/sdk';

/** Reads and writes one type of the SDK as the JSON of A2A 1.0. */
export interface Codec {
  read(json: unknown): unknown;
  write(native: unknown): unknown;
}

/** For values that are the same in the SDK and on the wire. */
export const VERBATIM: Codec = { read: (json) => json, write: (native) => native };

/** For an answer without content: null on the wire, undefined in the SDK. */
export const NOTHING: Codec = { read: () => undefined, write: () => null };

/** For a message or a task: the SDK returns it alone; on the wire it stands in a field `message` or `task`. */
export const sendResult: Codec = {
  read: (json) => SendMessageResponse.fromJSON(json).payload?.value,
  write: (native) => SendMessageResponse.toJSON(asResponse(native as Message | Task)),
};

/** For an extension's method: the SDK returns the whole JSON-RPC response, and hooks see its result. */
export const extensionResult: Codec = {
  read: (json) => ({ jsonrpc: '2.0', id: null, result: json }),
  write: (native) => (native as { readonly result?: unknown }).result,
};

function asResponse(value: Message | Task | undefined): SendMessageResponse {
  if (value === undefined) return { payload: undefined };
  return 'messageId' in value
    ? { payload: { $case: 'message', value } }
    : { payload: { $case: 'task', value } };
}

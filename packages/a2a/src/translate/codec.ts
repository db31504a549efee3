import { SendMessageResponse, type Message, type Task } from '@a2a-js/sdk';

/** How one kind of value of the SDK is written as the JSON of A2A 1.0, and read again. */
export interface Codec {
  read(json: unknown): unknown;
  write(native: unknown): unknown;
}

/** What has one shape only. */
export const VERBATIM: Codec = { read: (json) => json, write: (native) => native };

/** An answer without content: null on the wire, nothing in the SDK. */
export const NOTHING: Codec = { read: () => undefined, write: () => null };

/** The SDK hands out the message or the task alone; on the wire each stands under its name. */
export const sendResult: Codec = {
  read: (json) => SendMessageResponse.fromJSON(json).payload?.value,
  write: (native) => SendMessageResponse.toJSON(asResponse(native as Message | Task)),
};

/** The SDK hands out the whole JSON-RPC response of an extension's method. */
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

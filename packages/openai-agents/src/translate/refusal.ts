import type { RunLayer } from '../run/host-run.ts';
import type { NativeEvent, NativeOutputItem, NativeRequest, NativeResponse } from './native.ts';

/** Whether the caller wants an object, so that a refusal cannot be given as a message. */
export function wantsObject({ outputType }: NativeRequest): boolean {
  return outputType !== 'text';
}

/** Returns an answer that holds nothing but the refusal. */
export function refusalResponse(text: string, { run: { sdk } }: RunLayer): NativeResponse {
  return { usage: new sdk.Usage(), output: [refusalItem(text)] };
}

/** Returns the events of a streamed answer that is the refusal. */
export function refusalEvents(text: string, request: NativeRequest): NativeEvent[] {
  const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };
  return [
    { type: 'output_text_delta', delta: text },
    {
      type: 'response_done',
      response: { id: syntheticId(request), usage, output: [refusalItem(text)] },
    },
  ];
}

/** Returns an id that the SDK may send as the previous one: the provider does not know answers made here. */
export function syntheticId({ previousResponseId }: NativeRequest): string {
  return previousResponseId ?? '';
}

/** Makes a message with a text and a refusal: the SDK throws for a message that holds only a refusal. */
function refusalItem(text: string): Extract<NativeOutputItem, { readonly role: 'assistant' }> {
  return {
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [
      { type: 'output_text', text },
      { type: 'refusal', refusal: text },
    ],
  };
}

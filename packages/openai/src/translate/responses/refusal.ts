import type { Body } from '../native.ts';

/** The fields that a response repeats from its request, and their values if the request has none. */
const REPEATED: Body = {
  instructions: null,
  metadata: {},
  model: '',
  parallel_tool_calls: true,
  previous_response_id: null,
  temperature: 1,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: [],
  top_p: 1,
  truncation: 'disabled',
};

/** Returns a response that no model sent, with the fields that the service would send. */
export function syntheticResponse(body: Body): Body {
  const repeated = Object.entries(REPEATED).map(
    ([name, value]) => [name, body[name] ?? value] as const,
  );
  return {
    id: freshId('resp'),
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    status: 'completed',
    error: null,
    incomplete_details: null,
    ...Object.fromEntries(repeated),
    output: [],
    usage: null,
  };
}

/** Returns the message of a refusal, with the text in both forms, since many callers read only the text. */
export function refusalItem(text: string): Body {
  const said = { type: 'output_text', text, annotations: [], logprobs: [] };
  const content = [said, { type: 'refusal', refusal: text }];
  return { id: freshId('msg'), type: 'message', role: 'assistant', status: 'completed', content };
}

/** Returns a whole response that is the refusal. */
export function refusalResponse(text: string, body: Body): Body {
  return { ...syntheticResponse(body), output: [refusalItem(text)] };
}

/** Returns a new id, marked as one that no service gave. */
export function freshId(kind: string): string {
  return `${kind}_interpose_${crypto.randomUUID().replaceAll('-', '')}`;
}

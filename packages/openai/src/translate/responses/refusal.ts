import type { Body } from '../native.ts';

/** What a response repeats of its request, and what it says where the request says nothing. */
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

/** A response that no model gave, as the service would frame it. */
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

/** The message of a refusal: in both forms, since many callers read only the text. */
export function refusalItem(text: string): Body {
  const said = { type: 'output_text', text, annotations: [], logprobs: [] };
  const content = [said, { type: 'refusal', refusal: text }];
  return { id: freshId('msg'), type: 'message', role: 'assistant', status: 'completed', content };
}

/** A whole response that is the refusal. */
export function refusalResponse(text: string, body: Body): Body {
  return { ...syntheticResponse(body), output: [refusalItem(text)] };
}

/** An id that no service gave. */
export function freshId(kind: string): string {
  return `${kind}_interpose_${crypto.randomUUID().replaceAll('-', '')}`;
}

import type { Body } from '../native.ts';

/** A response that no model gave, as the service would frame it. */
export function syntheticResponse(body: Body): Body {
  return {
    id: freshId('resp'),
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    status: 'completed',
    error: null,
    incomplete_details: null,
    instructions: body['instructions'] ?? null,
    metadata: body['metadata'] ?? {},
    model: body['model'] ?? '',
    output: [],
    parallel_tool_calls: body['parallel_tool_calls'] ?? true,
    previous_response_id: body['previous_response_id'] ?? null,
    temperature: body['temperature'] ?? 1,
    text: body['text'] ?? { format: { type: 'text' } },
    tool_choice: body['tool_choice'] ?? 'auto',
    tools: body['tools'] ?? [],
    top_p: body['top_p'] ?? 1,
    truncation: body['truncation'] ?? 'disabled',
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

import type { PlannedAnswer } from '../script/plan-script.ts';
import type { ScriptedUsage } from '../script/script.ts';
import { statusOf } from './write-output-items.ts';

type Json = Readonly<Record<string, unknown>>;

/** The fields that every body of one response has. */
export interface ResponseFrame {
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
  /** The request, whose settings the response repeats. */
  readonly request: Json;
}

const defaults: Json = {
  background: false,
  instructions: null,
  max_output_tokens: null,
  max_tool_calls: null,
  metadata: {},
  model: null,
  parallel_tool_calls: true,
  previous_response_id: null,
  reasoning: { effort: null, summary: null },
  service_tier: 'default',
  store: true,
  temperature: 1,
  text: { format: { type: 'text' }, verbosity: 'medium' },
  tool_choice: 'auto',
  tools: [],
  top_logprobs: 0,
  top_p: 1,
  truncation: 'disabled',
};

/** Writes the body of a finished response. */
export function writeResponse(
  answer: PlannedAnswer,
  usage: ScriptedUsage,
  frame: ResponseFrame,
  output: readonly Json[],
): Json {
  const reason = answer.finish === 'length' ? 'max_output_tokens' : 'content_filter';
  const status = statusOf(answer);
  return {
    ...openResponse(frame),
    status,
    completed_at: frame.created,
    incomplete_details: status === 'incomplete' ? { reason } : null,
    output,
    usage: {
      input_tokens: usage.inputTokens,
      input_tokens_details: { cached_tokens: usage.cachedTokens ?? 0, cache_write_tokens: 0 },
      output_tokens: usage.outputTokens,
      output_tokens_details: { reasoning_tokens: usage.reasoningTokens ?? 0 },
      total_tokens: usage.inputTokens + usage.outputTokens,
    },
  };
}

/** Writes the response for the first events of its stream: in progress and without output. */
export function openResponse({ id, created, request }: ResponseFrame): Json {
  const given = Object.keys(defaults).filter((name) => request[name] != null);
  return {
    id,
    object: 'response',
    created_at: created,
    completed_at: null,
    ...defaults,
    ...Object.fromEntries(given.map((name) => [name, request[name]])),
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    output: [],
    usage: null,
  };
}

/** Writes the response for the last event of a failed stream. */
export function failResponse(frame: ResponseFrame, code: string, message: string): Json {
  return { ...openResponse(frame), status: 'failed', error: { code, message } };
}

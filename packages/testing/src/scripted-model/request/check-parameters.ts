import { badRequest } from './api-error.ts';
import type { RequestField } from './request-field.ts';

/** Refuses unknown top-level parameters, and values outside their range. */
export function checkParameters(body: RequestField, known: readonly string[]): void {
  for (const name of Object.keys(body.record())) {
    if (!known.includes(name)) {
      throw badRequest(`'${name}' is no parameter of this request.`, name, 'unknown_parameter');
    }
  }
  if (body.field('model').string() === '') throw body.field('model').wrongValue('a model id');
  checkNumber(body.field('temperature'), 0, 2);
  checkNumber(body.field('top_p'), 0, 1);
  checkNumber(body.field('presence_penalty'), -2, 2);
  checkNumber(body.field('frequency_penalty'), -2, 2);
  for (const name of ['max_tokens', 'max_completion_tokens', 'max_output_tokens']) {
    checkNumber(body.field(name), 1, Number.MAX_SAFE_INTEGER);
  }
  for (const name of ['stream', 'store', 'parallel_tool_calls']) {
    if (!body.field(name).isAbsent) body.field(name).boolean();
  }
  if (!body.field('stream_options').isAbsent && body.field('stream').value !== true) {
    const message = `'stream_options' needs 'stream' to be true.`;
    throw badRequest(message, 'stream_options', 'invalid_value');
  }
}

function checkNumber(field: RequestField, lowest: number, highest: number): void {
  if (!field.isAbsent) field.number(lowest, highest);
}

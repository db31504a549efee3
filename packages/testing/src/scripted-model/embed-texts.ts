import { createHash } from 'node:crypto';
import { badRequest } from './request/api-error.ts';
import { checkParameters } from './request/check-parameters.ts';
import type { RequestField } from './request/request-field.ts';

const parameters = ['input', 'model', 'dimensions', 'encoding_format', 'user'];
const usualDimensions = 16;

/**
 * Writes the body of a `POST /embeddings` answer. A vector has length one and depends only on its text: equal texts get
 * equal vectors in every run.
 */
export function embedTexts(body: RequestField): Readonly<Record<string, unknown>> {
  checkParameters(body, parameters);
  const dimensions = readDimensions(body.field('dimensions'));
  const format = body.field('encoding_format');
  const isBase64 = !format.isAbsent && format.oneOf(['float', 'base64']) === 'base64';
  const texts = readTexts(body.field('input'));
  const tokens = Math.ceil(texts.join('').length / 4);
  return {
    object: 'list',
    model: body.field('model').string(),
    data: texts.map((text, index) => {
      const vector = embed(text, dimensions);
      return { object: 'embedding', index, embedding: isBase64 ? encode(vector) : vector };
    }),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

function readDimensions(field: RequestField): number {
  return field.isAbsent ? usualDimensions : Math.floor(field.number(1, 4096));
}

/** Reads the input: a string, a list of strings, or lists of token numbers. */
function readTexts(input: RequestField): readonly string[] {
  if (typeof input.value === 'string') return [filled(input)];
  const items = input.filledList();
  if (items.every(({ value }) => typeof value === 'number')) return [JSON.stringify(input.value)];
  return items.map((item) => {
    return Array.isArray(item.value) ? JSON.stringify(item.value) : filled(item);
  });
}

function filled(field: RequestField): string {
  if (field.string() !== '') return field.string();
  throw badRequest(
    `'${field.path}' is an empty text; give some text.`,
    field.path,
    'invalid_value',
  );
}

function embed(text: string, dimensions: number): readonly number[] {
  const numbers: number[] = [];
  for (let block = 0; numbers.length < dimensions; block += 1) {
    const bytes = createHash('sha256').update(`${block}:${text}`).digest();
    for (let offset = 0; offset < bytes.length; offset += 4) {
      numbers.push(bytes.readInt32LE(offset) / 2 ** 31);
    }
  }
  const vector = numbers.slice(0, dimensions);
  const length = Math.hypot(...vector);
  return vector.map((number) => number / length);
}

function encode(vector: readonly number[]): string {
  return Buffer.from(Float32Array.from(vector).buffer).toString('base64');
}

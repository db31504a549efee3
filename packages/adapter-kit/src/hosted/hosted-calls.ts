import type { Dict, ToolResultPart } from '@interpose/core';
import { asText } from '../values/as-text.ts';
import type { Copy } from '../values/json-arguments.ts';

const SEALED = 'encrypted_content';

/**
 * The fields of an OpenAI Responses item without content for hooks: id, type, status, and encrypted content.
 *
 * @example
 * saidBeside({ id: 'x_1', type: 'memory', status: 'completed', city: 'Rome' }, FRAME); // => { city: 'Rome' }
 */
export const FRAME: ReadonlySet<string> = new Set(['id', 'type', 'status', SEALED]);

/** The fields in which a call that the service ran may have its result. */
const RESULTS: readonly string[] = ['output', 'results', 'outputs', 'result'];

/** The other fields of such a call that are no arguments. */
const BESIDE: readonly string[] = ['error', 'call_id', 'fingerprint'];

/**
 * Returns the name of the field with the result of a call that the service ran; undefined if it has none.
 *
 * @example
 * resultField({ type: 'file_search_call', queries: ['Rome'], results: null }); // => undefined
 */
export function resultField(item: Dict): string | undefined {
  return RESULTS.find((field) => isFilled(item[field]));
}

/**
 * Returns the arguments of a call of the service's own tools, which are fields of its item. A second result is one.
 *
 * @example
 * argumentsIn({ id: 'fs_1', type: 'file_search_call', queries: ['Rome'], results: null }); // => { queries: ['Rome'] }
 */
export function argumentsIn(item: Dict, result: string | undefined = resultField(item)): Dict {
  return fieldsOf(item, result, true);
}

/**
 * Returns the fields that are no arguments, to add other arguments to. Encrypted content could contain the old ones.
 *
 * @example
 * frameIn({ id: 'fs_1', type: 'file_search_call', queries: ['Rome'] }); // => { id: 'fs_1', type: 'file_search_call' }
 */
export function frameIn(item: Dict, result: string | undefined = resultField(item)): Dict {
  return fieldsOf(item, result, false);
}

function fieldsOf(item: Dict, result: string | undefined, areGiven: boolean): Dict {
  const fields = Object.entries(item).filter(([name, value]) => {
    const isResult = name === result || (RESULTS.includes(name) && !isFilled(value));
    const isNone = isResult || FRAME.has(name) || BESIDE.includes(name);
    return areGiven !== isNone && name !== SEALED;
  });
  return Object.fromEntries(fields);
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/**
 * Returns the result of a call that the service ran, and why it failed. If the call has neither, its status is the
 * result.
 *
 * @example
 * outcomeOf(undefined, { status: 'completed' }, (value) => value); // => { result: 'completed' }
 */
export function outcomeOf(
  found: unknown,
  { status, error }: Dict,
  copy: Copy,
): Pick<ToolResultPart, 'result' | 'error'> {
  const failed = isFilled(error);
  const result = found ?? (failed ? undefined : (status ?? undefined));
  return {
    ...(result === undefined ? undefined : { result: copy(result) }),
    ...(failed ? { error: asText(error) } : undefined),
  };
}

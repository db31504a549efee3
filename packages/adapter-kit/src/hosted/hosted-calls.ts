import type { Dict, ToolResultPart } from '@interpose/core';
import { asText } from '../values/as-text.ts';
import type { Copy } from '../values/json-arguments.ts';

const SEALED = 'encrypted_content';

/**
 * What frames an item of OpenAI's Responses interface that no adapter has words for, and what only the service reads of it.
 *
 * @example
 * saidBeside({ id: 'x_1', type: 'memory', status: 'completed', city: 'Rome' }, FRAME); // => { city: 'Rome' }
 */
export const FRAME: ReadonlySet<string> = new Set(['id', 'type', 'status', SEALED]);

/** Where a call that the service ran says what it came to. */
const RESULTS: readonly string[] = ['output', 'results', 'outputs', 'result'];

const NO_ARGUMENTS: ReadonlySet<string> = new Set([...FRAME, 'call_id', 'error', 'fingerprint']);

/**
 * The field in which a call that the service ran says what it came to.
 *
 * @example
 * resultField({ type: 'file_search_call', queries: ['Rome'], results: null }); // => undefined
 */
export function resultField(item: Dict): string | undefined {
  return RESULTS.find((field) => isFilled(item[field]));
}

/**
 * What a call of the service's own kind was given, which its other fields say: a second result is shown among them.
 *
 * @example
 * argumentsIn({ id: 'fs_1', type: 'file_search_call', queries: ['Rome'], results: null }); // => { queries: ['Rome'] }
 */
export function argumentsIn(item: Dict, result: string | undefined = resultField(item)): Dict {
  return fieldsOf(item, result, true);
}

/**
 * All but that, to write other arguments into. What is sealed could still say those of before.
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
    return areGiven !== (isResult || NO_ARGUMENTS.has(name)) && name !== SEALED;
  });
  return Object.fromEntries(fields);
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/**
 * What came of a call that the service ran: what was found, and why it failed. That it is over is the result of one that
 * tells neither.
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

import { createHooks, type Dict } from '@interpose/core';

import { serve } from '../server/serve.ts';
import { dictAt } from '../wire/is-dict.ts';
import { readRequest } from '../wire/read-request.ts';
import { FAULT_CODES } from '../wire/wire-fault.ts';
import { sameJson } from '../wire/same-json.ts';
import type { Vector } from './vector.ts';

/** Judges a defective request: repaired and reported, or refused if the vector says so or repair is off. */
export async function judgeNormalize(vector: Vector): Promise<string | undefined> {
  const { expect, input } = vector;
  const text = typeof vector['text'] === 'string' ? vector['text'] : JSON.stringify(input);
  const repair = dictAt(vector, 'options')['repair'] !== false;
  if (expect['error'] !== undefined) return refusedWith(expect['error'], text, repair);
  const { request, repairs } = readRequest(text, { repair });
  if (!sameJson(request, expect['normalized'])) return `read as ${JSON.stringify(request)}`;
  if (!sameJson(repairs, expect['repairs'])) return `reported ${repairs.join()}`;
  const answer = await serveText(text, repair);
  const { decision, data } = dictAt(answer, 'result');
  if (decision !== 'allow') return `served with ${JSON.stringify(answer)}`;
  const { repairs: told = [] } = (data ?? {}) as Dict;
  if (!sameJson(told, repairs)) return 'the answer reports other repairs';
  return repair ? refusedUnmended(vector, text) : undefined;
}

async function refusedWith(
  code: unknown,
  text: string,
  repair: boolean,
): Promise<string | undefined> {
  const answer = await serveText(text, repair);
  return dictAt(answer, 'error')['code'] === code
    ? undefined
    : `answered ${JSON.stringify(answer)}`;
}

/** Checks that a request with defects is refused when repair is off, and a valid one is not. */
async function refusedUnmended(vector: Vector, text: string): Promise<string | undefined> {
  const strict = dictAt(await serveText(text, false), 'error')['code'];
  if (vector['inputAlreadyValid'] === true)
    return strict === undefined ? undefined : 'refused though valid';
  const isText = typeof vector['text'] === 'string';
  if (isText && strict !== FAULT_CODES.parse) return `without repair answered ${String(strict)}`;
  return strict === undefined ? 'answered without repair' : undefined;
}

async function serveText(body: string, repair: boolean): Promise<Dict> {
  const headers = { 'content-type': 'application/json' };
  const request = new Request('http://guardian.invalid/', { method: 'POST', headers, body });
  return (await (await serve(createHooks(), { repair })(request)).json()) as Dict;
}

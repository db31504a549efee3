import { createHooks, type Dict } from '@interpose/core';

import { serve } from '../server/serve.ts';
import { dictAt } from '../wire/is-dict.ts';
import { readRequest } from '../wire/read-request.ts';
import { FAULT_CODES } from '../wire/wire-fault.ts';
import { sameJson } from '../wire/same-json.ts';
import type { Vector } from './vector.ts';

/** A defective request: mended and reported, and refused where mending is switched off. */
export async function judgeNormalize(vector: Vector): Promise<string | undefined> {
  const { expect, input, inputAlreadyValid } = vector;
  const text = typeof vector['text'] === 'string' ? vector['text'] : JSON.stringify(input);
  const { request, repairs } = readRequest(text);
  if (!sameJson(request, expect['normalized'])) return `read as ${JSON.stringify(request)}`;
  if (!sameJson(repairs, expect['repairs'])) return `reported ${repairs.join()}`;
  const mended = await serveText(text, true);
  const { decision, data } = dictAt(mended, 'result');
  if (decision !== 'allow') return `served with ${JSON.stringify(mended)}`;
  if (!sameJson((data as Dict)['repairs'], repairs)) return 'the answer reports other repairs';
  const strict = dictAt(await serveText(text, false), 'error')['code'];
  if (inputAlreadyValid === true) return strict === undefined ? undefined : 'refused though valid';
  const isText = typeof vector['text'] === 'string';
  if (isText && strict !== FAULT_CODES.parse) return `without repair answered ${String(strict)}`;
  return strict === undefined ? 'answered without repair' : undefined;
}

async function serveText(body: string, repair: boolean): Promise<Dict> {
  const headers = { 'content-type': 'application/json' };
  const request = new Request('http://guardian.invalid/', { method: 'POST', headers, body });
  return (await (await serve(createHooks(), { repair })(request)).json()) as Dict;
}

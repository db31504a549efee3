import type { ModelStep } from '../src/adapter.ts';
import type { ModelRequest } from '../src/index.ts';
import { sampleRequest, textResponse } from './sample-values.ts';

/** A native answer of the test's own model. */
export interface NativeAnswer {
  readonly said: string;
}

/** A model step whose native answer is `{ said }`; the requests that reach the model are collected. */
export function modelStep(
  step: Partial<ModelStep<NativeAnswer>> & {
    readonly said?: string;
    readonly sent?: ModelRequest[];
  } = {},
): ModelStep<NativeAnswer> {
  const { said = 'hi', sent = [], request = () => usual, ...rest } = step;
  const usual = sampleRequest();
  return {
    request,
    call(changed) {
      sent.push(changed ?? request());
      return { said };
    },
    response: (native) => textResponse(native.said),
    continues: () => false,
    ...rest,
  };
}

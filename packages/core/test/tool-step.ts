import type { ToolStep } from '../src/adapter.ts';
import { sampleCall, TOOL } from './sample-values.ts';

/** A step of the sample tool, which gives `done` unless the test says otherwise. */
export function toolStep(step: Partial<ToolStep<unknown>> = {}): ToolStep<unknown> {
  return { call: sampleCall(), tool: TOOL, run: () => 'done', ...step };
}

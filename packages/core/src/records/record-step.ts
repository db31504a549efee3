import type { RecordStep } from '../contract/decisions/record.ts';
import type { AnyVerdict } from '../contract/decisions/verdict.ts';

/** One hook's step, kept only while tracing. */
export function recordStep(hook: string, verdict: AnyVerdict, startedAt: number): RecordStep {
  const code = 'code' in verdict ? verdict.code : undefined;
  return {
    hook,
    decision: verdict.decision,
    ...(code === undefined ? {} : { code }),
    ms: performance.now() - startedAt,
  };
}

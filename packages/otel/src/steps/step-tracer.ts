import { context, INVALID_TRACEID, trace, type Span } from '@opentelemetry/api';
import type { StepTracer, TracedStep } from '@interpose/core/trace';

import { Inside } from '../spans/inside.ts';
import { SCOPE } from './host-span.ts';
import type { Watch } from './watch.ts';
import { TOOL } from './watch-tools.ts';

/** Returns a tracer that makes each step's span active while the step runs, so that spans inside find their parent. */
export function stepTracer(watch: Watch): StepTracer {
  const { open } = watch;
  return {
    trace: (chatId) => {
      const span = open.chatSpan(chatId);
      return span === undefined ? undefined : traceOf(span);
    },
    run: (step, act) => {
      const span = spanOf(watch, step);
      return span === undefined || staysInside(step)
        ? act()
        : context.with(new Inside(context.active(), span), act);
    },
  };
}

function spanOf(watch: Watch, { chatId, event, callId }: TracedStep): Span | undefined {
  const { open } = watch;
  if (event === 'onChatStart') return open.chatSpan(chatId);
  if (callId !== undefined) return watch.running(chatId, callId, TOOL);
  const step = open.newest(chatId, event);
  return step === undefined || step.of === 'host' ? undefined : step.span;
}

/** Whether the active span stays: the span of a chat does not replace that of a step inside it. */
function staysInside({ event }: TracedStep): boolean {
  if (event !== 'onChatStart') return false;
  const active = trace.getActiveSpan() as
    | { readonly instrumentationScope?: { readonly name?: string } }
    | undefined;
  return active?.instrumentationScope?.name === SCOPE;
}

/** Returns the W3C trace context of a span, version 00; undefined for a span without a valid trace id. */
function traceOf(span: Span): { traceparent: string; tracestate?: string } | undefined {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext();
  if (traceId === INVALID_TRACEID) return undefined;
  const state = traceState?.serialize();
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    ...(state !== undefined && state !== '' && { tracestate: state }),
  };
}

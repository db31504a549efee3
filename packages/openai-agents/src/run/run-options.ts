import type { Session } from '@openai/agents-core';
import { hookSession } from '../data/session.ts';
import type { NativeRunner } from '../translate/native.ts';
import type { AgentRun } from './host-run.ts';

interface ErrorFormatting {
  readonly kind: string;
  readonly callId: string;
  readonly defaultMessage: string;
}

/** What an app says about one run; only what the hooks touch is named. */
export interface RunOptions {
  readonly stream?: boolean;
  readonly signal?: AbortSignal;
  readonly session?: Session;
  readonly conversationId?: string;
  readonly previousResponseId?: string;
  readonly toolErrorFormatter?: (given: ErrorFormatting) => unknown;
  readonly [option: string]: unknown;
}

/** The options under which the SDK's storage passes the hooks, and their texts reach the model. */
export function runOptions(
  run: AgentRun,
  { config }: NativeRunner,
  options: RunOptions,
): RunOptions {
  const own = options.toolErrorFormatter ?? (config['toolErrorFormatter'] as never);
  return {
    ...options,
    ...(options.session === undefined ? undefined : { session: hookSession(run, options.session) }),
    toolErrorFormatter: (given) => textFor(run, given) ?? own?.(given),
  };
}

function textFor(run: AgentRun, { kind, callId, defaultMessage }: ErrorFormatting): unknown {
  if (kind === 'approval_rejected') return undefined;
  const texts = run.layers.flatMap(({ memory }) => memory.outputs.get(callId) ?? []);
  return texts.find((text) => text !== defaultMessage);
}

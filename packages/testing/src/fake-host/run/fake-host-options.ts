import type { AgentIdentity, Dict, Hooks, SessionOptions, Trace, User } from '@interpose/core';

import type { Steering, ToolFixture } from '../../conformance/scenario/scenario.ts';
import type { Seams } from '../../conformance/scenario/seams.ts';
import type { ModelScript } from '../../conformance/scenario/turn.ts';
import type { Cycles } from './cycles.ts';
import type { FakeColleague } from '../agents/fake-agent.ts';
import type { FakeModel } from '../model/fake-model.ts';

/** The options of a fake agent. */
export interface FakeHostOptions {
  readonly hooks: Hooks;
  /** A model in memory, or the script it follows: the nth request gets the nth turn. */
  readonly model: FakeModel | ModelScript;
  /** The system prompt. */
  readonly instructions?: string;
  readonly tools?: readonly ToolFixture[];
  /** Agents that this one may call as tools or hand over to (as the tool `transfer_to_<name>`). */
  readonly agents?: readonly FakeColleague[];
  /** The agent's identity; `fake-agent` by default. */
  readonly agent?: AgentIdentity;
  readonly session?: SessionOptions;
  /** The id of the framework's own session. */
  readonly hostSession?: string;
  readonly user?: User;
  /** The trace context sent with every request to the model. */
  readonly trace?: Trace;
  /** JSON Schema of the structured output; the answer's text is parsed as JSON. */
  readonly output?: Dict;
  /** With `required`, the run fails if the model calls no tool. */
  readonly toolChoice?: 'required';
  /** How often a model call is repeated after status 429 or 5xx; 0 by default. */
  readonly hostRetries?: number;
  /** The most model calls of one run; 10 by default. */
  readonly maxSteps?: number;
  /** `native`: an ask without an approver suspends the run (default); `none`: it is denied. */
  readonly suspension?: 'native' | 'none';
  readonly seams?: Seams;
  /** The core functions to use; replaced only to break them on purpose. */
  readonly cycles?: Cycles;
}

/** The options of one run. */
export interface FakeCallOptions {
  readonly signal?: AbortSignal;
  readonly steering?: readonly Steering[];
}

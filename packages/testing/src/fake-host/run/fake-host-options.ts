import type { AgentIdentity, Dict, Hooks, SessionOptions, Trace, User } from '@interpose/core';

import type { Steering, ToolFixture } from '../../conformance/scenario/scenario.ts';
import type { Seams } from '../../conformance/scenario/seams.ts';
import type { ModelScript } from '../../conformance/scenario/turn.ts';
import type { Cycles } from './cycles.ts';
import type { FakeColleague } from '../agents/fake-agent.ts';
import type { FakeModel } from '../model/fake-model.ts';

/** What a fake agent is made of. */
export interface FakeHostOptions {
  readonly hooks: Hooks;
  /** A model in memory, or the script it follows: the nth request gets the nth turn. */
  readonly model: FakeModel | ModelScript;
  /** The system prompt. */
  readonly instructions?: string;
  readonly tools?: readonly ToolFixture[];
  /** Agents this one may call as tools or hand over to (as the tool `transfer_to_<name>`). */
  readonly agents?: readonly FakeColleague[];
  /** `fake-agent` by default. */
  readonly agent?: AgentIdentity;
  readonly session?: SessionOptions;
  /** The id of the framework's own session. */
  readonly hostSession?: string;
  readonly user?: User;
  /** Goes out with every request to the model. */
  readonly trace?: Trace;
  /** JSON Schema of the structured output; the answer's text is parsed as JSON. */
  readonly output?: Dict;
  /** Fails the run when the model calls no tool. */
  readonly toolChoice?: 'required';
  /** How often a failed model call is repeated, for status 429 and 5xx: 0. */
  readonly hostRetries?: number;
  /** Model calls of one run: 10. */
  readonly maxSteps?: number;
  /** `native`: an ask without an approver suspends the run; `none`: it is denied. `native` by default. */
  readonly suspension?: 'native' | 'none';
  readonly seams?: Seams;
  /** The core's functions it stands on; replaced only to break them on purpose. */
  readonly cycles?: Cycles;
}

/** What differs from run to run. */
export interface FakeCallOptions {
  readonly signal?: AbortSignal;
  readonly steering?: readonly Steering[];
}

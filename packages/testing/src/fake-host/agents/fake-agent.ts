import type { AgentIdentity } from '@interpose/core';

import type { AgentFixture, ToolFixture } from '../../conformance/scenario/scenario.ts';
import type { ModelScript } from '../../conformance/scenario/turn.ts';
import type { FakeModel } from '../model/fake-model.ts';
import { scriptedFakeModel } from '../model/scripted-fake-model.ts';

/** Another agent the fake agent can call or hand over to. */
export type FakeColleague = Omit<AgentFixture, 'model'> & {
  readonly model: FakeModel | ModelScript;
};

/** An agent as the fake framework runs it. */
export interface FakeAgent {
  readonly identity: AgentIdentity;
  readonly model: FakeModel;
  readonly instructions: string | undefined;
  readonly tools: readonly ToolFixture[];
  readonly colleagues: readonly FakeColleague[];
}

/** Returns the fake framework's agent for a colleague. */
export function agentOf({ name, model, instructions, tools = [] }: FakeColleague): FakeAgent {
  return {
    identity: { id: name, name },
    model: toModel(model),
    instructions,
    tools,
    colleagues: [],
  };
}

/** Returns the model itself, or a model that follows this script. */
export function toModel(model: FakeModel | ModelScript): FakeModel {
  return 'answer' in model ? model : scriptedFakeModel(model);
}

import { canaries, type Probe } from '@interpose/testing/probes';
import type { Agent, Computer, FunctionTool, RunContext, Tool } from '@openai/agents-core';

import type { Item } from '../../test/memory-model.ts';
import type { SdkVersion } from '../../test/sdk-versions.ts';
import { asking, final } from './canary-model.ts';
import { kitProbes, loop, openKit, refundTool, type Kit } from './probe-kit.ts';

/** The kinds of tools that run here. */
export function toolProbes(version: SdkVersion): readonly Probe[] {
  return [
    invokeProbe(version),
    ...kitProbes(version, 'tool of a callback', loop, (kit) => {
      const agent = kit.agentWith();
      agent.toolUseBehavior = async (context) => {
        await callFound(agent, context);
        return { isFinalOutput: false, isInterrupted: undefined };
      };
      return kit.go(agent);
    }),
    ...actionProbes(version),
    ...kitProbes(version, 'guardrails of a tool', loop, ({ sdk, run, agentWith, go }) => {
      const told = (what: string) => ({
        name: what,
        run: async (given: object) => {
          run.note(what, 'output' in given ? { output: given.output } : Object.keys(given));
          return { behavior: { type: 'allow' } };
        },
      });
      const rest = { inputGuardrails: [told('before')], outputGuardrails: [told('after')] };
      return go(agentWith({ tools: [refundTool(sdk, run, rest)] }));
    }),
  ];
}

/** Calls the first tool that an agent hands out. */
async function callFound(agent: Agent, context: RunContext): Promise<string> {
  const [tool] = await agent.getAllTools(context);
  return String(await (tool as FunctionTool).invoke(context, '{"euros":5}'));
}

/** A tool that the app calls itself, in no run. */
function invokeProbe(version: SdkVersion): Probe {
  return {
    name: 'tool.invoke',
    asks: ['preToolCall', 'onToolCallResult'],
    app: async (run) => {
      const { sdk, agentWith } = openKit(version.sdk, run, false);
      run.requested();
      const runContext = new sdk.RunContext();
      const [tool] = await agentWith().getAllTools(runContext);
      const direct = await (tool as FunctionTool).invoke(runContext, '{"euros":5}');
      const called = await sdk.invokeFunctionTool({
        tool: tool as FunctionTool,
        runContext,
        input: '{"euros":5}',
      });
      return { direct, called };
    },
  };
}

const shellCall: Item = {
  type: 'shell_call',
  callId: 'c1',
  status: 'completed',
  action: { commands: ['pay'] },
};
const patchCall: Item = {
  type: 'apply_patch_call',
  callId: 'c1',
  status: 'completed',
  operation: { type: 'delete_file', path: 'a.txt' },
};
const clickCall: Item = {
  type: 'computer_call',
  callId: 'c1',
  status: 'completed',
  action: { type: 'click', x: 1, y: 2, button: 'left' },
};

function actionProbes(version: SdkVersion): readonly Probe[] {
  const probes = (name: string, toolOf: (kit: Kit) => unknown, call: Item) =>
    kitProbes(
      version,
      name,
      loop,
      (kit) => kit.go(kit.agentWith({ tools: [toolOf(kit) as Tool] })),
      [asking(call), final],
    );
  return [
    ...probes('shell tool', ({ sdk, run }) => sdk.shellTool({ shell: shellOf(run) }), shellCall),
    ...probes(
      'apply_patch tool',
      ({ sdk, run }) => sdk.applyPatchTool({ editor: editorOf(run) }),
      patchCall,
    ),
    ...probes(
      'computer tool',
      ({ sdk, run }) => sdk.computerTool({ computer: new Screen(run) }),
      clickCall,
    ),
    ...probes(
      'computer made for each run',
      ({ sdk, run }) => sdk.computerTool({ computer: async () => new Screen(run) as Computer }),
      clickCall,
    ),
    ...probes(
      'computer provider',
      ({ sdk, run }) =>
        sdk.computerTool({
          computer: {
            create: async () => new Screen(run) as Computer,
            dispose: async () => run.note('disposed', true),
          },
        }),
      clickCall,
    ),
  ];
}

function shellOf(run: Kit['run']): { run: (action: object) => Promise<never> } {
  return {
    async run(action) {
      run.toolRan('shell', action);
      const outcome = { type: 'exit', exitCode: 0 };
      return { output: [{ stdout: canaries.toolResult, stderr: '', outcome }] } as never;
    },
  };
}

function editorOf(run: Kit['run']): Record<'createFile' | 'updateFile' | 'deleteFile', never> {
  const edit = (async (operation: object) => {
    run.toolRan('apply_patch', operation);
    return { status: 'completed', output: canaries.toolResult };
  }) as never;
  return { createFile: edit, updateFile: edit, deleteFile: edit };
}

/** A computer with private state, as those of apps have. */
class Screen {
  readonly environment = 'browser';
  readonly dimensions: [number, number] = [10, 10];
  readonly #run: Kit['run'];
  #shown = '';

  constructor(run: Kit['run']) {
    this.#run = run;
  }

  async screenshot(): Promise<string> {
    return this.#shown;
  }

  async click(x: number, y: number, button: string): Promise<void> {
    this.#run.toolRan('click', { type: 'click', x, y, button });
    this.#shown = canaries.toolResult;
  }

  async doubleClick(): Promise<void> {}
  async drag(): Promise<void> {}
  async keypress(): Promise<void> {}
  async move(): Promise<void> {}
  async scroll(): Promise<void> {}
  async type(): Promise<void> {}
  async wait(): Promise<void> {}
}

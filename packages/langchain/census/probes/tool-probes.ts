import type { EventName } from '@interpose/core';
import { canaries, type Probe, type ProbeRun } from '@interpose/testing/probes';
import { AIMessage } from '@langchain/core/messages';
import { DynamicStructuredTool, DynamicTool, StructuredTool, tool } from '@langchain/core/tools';
import { ToolNode } from '@langchain/langgraph/prebuilt';

import { kitProbe, type Kit } from './probe-kit.ts';

const asks: readonly EventName[] = ['preToolCall', 'onToolCallResult'];
const call = { type: 'tool_call' as const, id: 'c1', name: 'refund', args: { euros: 5 } };
const asking = { messages: [new AIMessage({ content: '', tool_calls: [call], id: 'asking' })] };
const schema = { type: 'object', properties: { euros: { type: 'number' } } } as const;

type AnyTool = Kit['refund'];

/** Tools of every class, called in every way, and the node that runs them. */
export function toolProbes(): readonly Probe[] {
  return [
    toolProbe('tool.invoke', (refund, { listening }) => refund.invoke(call, listening)),
    toolProbe('tool.invoke with arguments', (refund) => refund.invoke(call.args)),
    toolProbe('tool.call', (refund, { listening }) => refund.call(call.args, listening)),
    toolProbe('tool.batch', (refund) => refund.batch([call])),
    toolProbe('tool.stream', async (refund) => {
      const parts: unknown[] = [];
      for await (const part of await refund.stream(call)) parts.push(part);
      return parts;
    }),
    toolProbe('tool.withConfig', (refund, { listening }) =>
      refund.withConfig(listening).invoke(call),
    ),
    toolProbe('tool.withRetry', (refund) => refund.withRetry({ stopAfterAttempt: 1 }).invoke(call)),
    toolProbe('tool.pipe', (refund) => refund.pipe((answer: unknown) => answer).invoke(call)),
    ...Object.entries(classes).map(([name, make]) => classProbe(name, make)),
    {
      ...classProbe('tool that reports as it goes', reporting),
      // The lowest version does not know such tools.
      runsOn: (version) => version !== '1.0.1',
    },
    toolProbe('ToolNode', (_refund, { hook, refund, listening }) =>
      hook(new ToolNode([refund])).invoke(asking, listening),
    ),
    toolProbe('ToolNode, given calls', (_refund, { hook, refund }) =>
      hook(new ToolNode([refund])).invoke([...asking.messages]),
    ),
  ];
}

/** Tools ask no model: that the app ran counts as its request. */
function toolProbe(name: string, app: (refund: AnyTool, kit: Kit) => unknown): Probe {
  return kitProbe(name, asks, async (kit) => {
    kit.run.requested();
    return app(kit.hook(kit.refund), kit);
  });
}

type Make = (run: ProbeRun) => AnyTool;

function classProbe(name: string, make: Make): Probe {
  return toolProbe(name, (_refund, { run, hook }) =>
    hook(make(run)).invoke({ ...call, args: { euros: 5, input: 'five' } }),
  );
}

function paid(run: ProbeRun, args: unknown): string {
  run.toolRan('refund', args);
  return canaries.toolResult;
}

/** A tool as a class of the app, which keeps private fields. */
class RefundTool extends StructuredTool {
  override name = 'refund';
  override description = 'Pays money back.';
  override schema = schema;
  readonly #run: ProbeRun;

  constructor(run: ProbeRun) {
    super();
    this.#run = run;
  }

  protected override _call(args: unknown): Promise<string> {
    return Promise.resolve(paid(this.#run, args));
  }
}

/** The same, where the class writes itself what LangChain does around the work. */
class OwnInvokeTool extends RefundTool {
  override async invoke(given: unknown): Promise<never> {
    const { args } = given as { readonly args: unknown };
    // oxlint-disable-next-line no-underscore-dangle -- LangChain names what a tool does so
    return (await this._call(args)) as never;
  }
}

/** The same with `call` in the place of `invoke`, past the part that works. */
class OwnCallTool extends RefundTool {
  readonly #act: (args: unknown) => string;

  constructor(run: ProbeRun) {
    super(run);
    this.#act = (args) => paid(run, args);
  }

  override async call(args: unknown): Promise<never> {
    return this.#act(args) as never;
  }
}

const fields = { name: 'refund', description: 'Pays money back.' };

const classes: Readonly<Record<string, Make>> = {
  StructuredTool: (run) => new RefundTool(run) as unknown as AnyTool, // Its schema is typed more narrowly.
  'StructuredTool that overrides invoke': (run) => new OwnInvokeTool(run) as unknown as AnyTool, // As above.
  'StructuredTool that overrides call': (run) => new OwnCallTool(run) as unknown as AnyTool, // As above.
  DynamicStructuredTool: (run) =>
    new DynamicStructuredTool({ ...fields, schema, func: async (args) => paid(run, args) }),
  DynamicTool: (run) =>
    new DynamicTool({
      ...fields,
      func: async (input) => paid(run, { input }),
    }) as unknown as AnyTool, // It takes a text.
  'tool that returns an artifact': (run) =>
    tool(async (args: unknown) => [paid(run, args), { file: canaries.toolResult }], {
      ...fields,
      schema,
      responseFormat: 'content_and_artifact',
    }),
};

function reporting(run: ProbeRun): AnyTool {
  const act = async function* act(args: unknown): AsyncGenerator {
    yield paid(run, args);
    return canaries.toolResult;
  };
  return tool(act as never, { ...fields, schema });
}

import { asText, cloneWith, formatArguments, parseArguments } from '@interpose/adapter-kit';
import type { DelegateTask, Dict } from '@interpose/core';
import { denialText } from '@interpose/core/adapter';
import type { Handoff as NativeHandoff } from '@openai/agents-core';
import { identityOf } from '../coverage/agent-identity.ts';
import { currentFrame, frameOf } from '../run/current-run.ts';
import { NO_NAMES, type AgentRun } from '../run/host-run.ts';
import { joinRun } from '../run/open-run.ts';
import { layersAround, layersOf, setLayers, uniteLayers } from '../targets/layers.ts';
import { isRealtime, keepRealtime } from '../targets/realtime.ts';
import type { NativeAgent, NativeContext } from '../translate/native.ts';

type InputData = Parameters<NonNullable<NativeHandoff['inputFilter']>>[0];

/** The SDK's own handoff behind each hooked one: a state to resume holds hooked handoffs of an earlier run. */
const originals = new WeakMap<NativeHandoff, NativeHandoff>();

/** Returns the same handoffs; inside of a hooked run each asks the hooks before it happens. */
export function hookHandoffs(
  agent: NativeAgent,
  handoffs: readonly unknown[],
  equip: (agent: NativeAgent) => void,
): NativeHandoff[] {
  const native = handoffs as readonly NativeHandoff[];
  const { run, isApp } = frameOf(agent) ?? {};
  if (run === undefined) return native.map((handoff) => inherit(agent, handoff, equip));
  if (isApp === false)
    run.handoffs = native.length === 0 ? NO_NAMES : new Set(native.map(({ toolName }) => toolName));
  return native.map((handoff) => hookHandoff(run, agent, handoff, equip));
}

function hookHandoff(
  run: AgentRun,
  from: NativeAgent,
  given: NativeHandoff,
  equip: (agent: NativeAgent) => void,
): NativeHandoff {
  const handoff = originals.get(given) ?? given;
  // A denial sets this, and the filter below uses it: the SDK calls the filter next in the same handoff.
  let denied: string | undefined;
  const filter = handoff.inputFilter ?? run.opening.runner.config.handoffInputFilter;
  const made = cloneWith(handoff, {
    async onInvokeHandoff(context: NativeContext, args: string): Promise<NativeAgent> {
      const ruling = await rule(run, handoff, args);
      denied = ruling.text;
      if (denied !== undefined) {
        if (run.isServerManaged) throw new Error(denied);
        return from;
      }
      const to = await handoff.onInvokeHandoff(context as never, ruling.args);
      equip(to);
      if (currentFrame()?.isApp === true) return to;
      run.agent = to;
      for (const layer of run.layers) layer.chat.handOver(identityOf(to, undefined));
      await joinRun(run, to);
      return to;
    },
    // The SDK accepts no filter where the server manages the conversation, and refuses one that is no function.
    ...(run.isServerManaged || typeof (filter ?? rule) !== 'function'
      ? undefined
      : {
          inputFilter: (data: InputData) => {
            if (denied !== undefined) return withText(data, denied);
            return filter === undefined ? data : filter(data);
          },
        }),
  });
  originals.set(made, handoff);
  return made;
}

/** Hooks the agent that takes over from a hooked realtime agent, since realtime agents have no runs. */
function inherit(
  from: NativeAgent,
  handoff: NativeHandoff,
  equip: (agent: NativeAgent) => void,
): NativeHandoff {
  if (!isRealtime(from) || layersAround(from).length === 0) return handoff;
  return cloneWith(handoff, {
    async onInvokeHandoff(context: NativeContext, args: string): Promise<NativeAgent> {
      const to = await handoff.onInvokeHandoff(context as never, args);
      keepRealtime(to, from);
      setLayers(to, uniteLayers(layersAround(from), layersOf(to)));
      equip(to);
      return to;
    },
  });
}

/** Puts the text of a denial in place of the message that another agent took over. */
function withText(data: InputData, text: string): InputData {
  const last = data.newItems.findLast(({ type }) => type === 'handoff_output_item');
  if (last !== undefined && 'output' in last.rawItem)
    Object.assign(last.rawItem, { output: { type: 'text', text } });
  return data;
}

async function rule(
  run: AgentRun,
  { agentName, toolName }: NativeHandoff,
  args: string,
): Promise<{ readonly args: string; readonly text?: string }> {
  let written = args;
  for (const { chat } of run.layers) {
    const before = parseArguments(written);
    const task: DelegateTask = { kind: 'handoff', to: agentName, input: before };
    const verdict = await chat.dispatch('preDelegate', { task });
    switch (verdict.decision) {
      case 'deny':
        return { args: written, text: denialText(verdict as Parameters<typeof denialText>[0]) };
      case 'respond':
        return {
          args: written,
          text: asText(verdict.outcome['error'] ?? verdict.outcome['result']),
        };
      case 'modify': {
        const { input, to } = verdict.value as DelegateTask;
        if (to !== agentName)
          return { args: written, text: `Blocked: a policy cannot send ${toolName} elsewhere.` };
        written = input === before ? written : formatArguments(input as Dict, written);
        break;
      }
      default:
    }
  }
  return { args: written };
}

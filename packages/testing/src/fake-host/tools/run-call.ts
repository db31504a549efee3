import type { ToolCall } from '@interpose/core';
import { frozenCopy, runInChat, type ToolOutcome } from '@interpose/core/adapter';

import { callAgent } from '../agents/call-agent.ts';
import { checkArgs } from './check-args.ts';
import type { FakePending } from '../run/fake-outcome.ts';
import type { FakeRun } from '../run/fake-run.ts';
import type { FakeCall, FakeToolOutcome } from '../translate/fake-values.ts';
import { reach, toTool } from './offers.ts';
import { parseArgs, toArgs } from '../translate/to-contract.ts';

/** A person's answer to a call that was suspended. */
export interface Approval {
  readonly approval: 'yes' | 'no';
}

/** The result of one call. */
export type CallEnd =
  | { readonly kind: 'settled'; readonly outcome: FakeToolOutcome }
  | { readonly kind: 'pending'; readonly pending: FakePending };

/** Runs one call of the model through the core's cycle. */
export async function runCall(
  run: FakeRun,
  call: FakeCall,
  index: number,
  approved?: Approval,
): Promise<CallEnd> {
  const tool = toTool(run, call.tool);
  const args = parseArgs(call.input);
  const seen: ToolCall = {
    id: call.key,
    name: call.tool,
    args: shown(run, args ?? toArgs(call.input)),
  };
  const invalid = tool.known && tool.enabled ? whyInvalid(run, call.tool, args) : undefined;
  if (invalid !== undefined) {
    const error = new TypeError(`the arguments of ${call.tool} do not fit: ${invalid}`);
    return settle(
      call,
      await run.cycles.reportToolError(run.chat, { call: seen, tool, error, cause: 'invalid' }),
    );
  }
  const outcome = await run.cycles.toolCycle<unknown>(run.chat, {
    call: seen,
    tool,
    index,
    run: (effective) => {
      if (approved?.approval === 'no') throw new Error('a person refused this call');
      return runInChat(run.chat, () =>
        perform(run, effective, effective === seen && args !== undefined ? args : undefined),
      );
    },
    result: (result) => shown(run, result),
    find: (name) => toTool(run, name),
    ...(approved === undefined ? {} : { approval: approved.approval, resumed: true }),
    native: call,
  });
  return settle(call, outcome);
}

/** Returns the view of a host value that hooks see. */
function shown<Value>({ chat }: FakeRun, value: Value): Value {
  return chat.strict ? frozenCopy(value) : value;
}

/** Runs the tool; unchanged arguments are the host's own object. */
function perform(
  run: FakeRun,
  { id, name, args }: ToolCall,
  untouched: Record<string, unknown> | undefined,
): unknown {
  const reached = reach(run, name);
  switch (reached.kind) {
    case 'tool':
      return reached.fixture.run(untouched ?? args, { callId: id, signal: run.chat.signal });
    case 'agent':
      return callAgent(run, reached.colleague, untouched ?? args);
    case 'mcp':
      return run.mcp?.callTool(name, untouched ?? args);
    default:
      throw new TypeError(`nothing stands behind ${name}`);
  }
}

function whyInvalid(
  run: FakeRun,
  name: string,
  args: Record<string, unknown> | undefined,
): string | undefined {
  if (args === undefined) return 'they are no JSON object';
  const reached = reach(run, name);
  return reached.kind === 'tool' ? checkArgs(reached.fixture.schema, args) : undefined;
}

function settle(call: FakeCall, outcome: ToolOutcome<unknown>): CallEnd {
  switch (outcome.kind) {
    case 'result':
      return { kind: 'settled', outcome: { kind: 'output', output: outcome.result } };
    case 'error':
      return { kind: 'settled', outcome: { kind: 'failure', failure: outcome.error.message } };
    case 'denied':
      return { kind: 'settled', outcome: { kind: 'failure', failure: outcome.text } };
    case 'suspended':
      return {
        kind: 'pending',
        pending: { key: call.key, tool: call.tool, args: outcome.call.args, token: outcome.token },
      };
  }
}

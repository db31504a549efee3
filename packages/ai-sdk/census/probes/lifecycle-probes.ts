import {
  createHooks,
  deny,
  modify,
  type EventName,
  type ToolCall,
  type Verdict,
} from '@interpose/core';
import type { Probe, ProbeMode } from '@interpose/testing/probes';
import type { ModelMessage, ToolSet } from 'ai';

import { withHooks } from '../../src/index.ts';
import type { SdkVersion } from '../../test/sdk-versions.ts';
import { ask, loop } from './call-probes.ts';
import { drain, kitProbe, type Kit } from './probe-kit.ts';

type Tool = ToolSet[string];

/** What happens around a call: retries, aborts, approvals that a person gives later, what is traced. */
export function lifecycleProbes(version: SdkVersion): readonly Probe[] {
  return [
    kitProbe(version, 'a request that is tried again', ask, retried, 'text'),
    kitProbe(version, 'a stream that is tried again', ask, retriedStream, 'text'),
    kitProbe(version, 'a tool that throws', beforeResult, throwing),
    kitProbe(version, 'an abort while a tool runs', beforeResult.slice(0, 4), aborting),
    kitProbe(version, 'an abort in the middle of a stream', ask.slice(0, 2), leaving, 'text'),
    kitProbe(version, 'an approval that is given later', besideCalls, (kit) =>
      approving(version, kit),
    ),
    {
      ...kitProbe(
        version,
        'an approval of a call that hooks stop or change',
        ['preToolCall'],
        (kit) => approving(version, kit),
      ),
      modes: [
        stopping('deny', () => deny('no')),
        stopping('modify', (call) => modify({ ...call, args: { euros: 6 } })),
      ],
    },
    kitProbe(version, 'what is traced', loop, (kit) => tracing(version, kit)),
  ];
}

const besideCalls = loop.filter((event) => event !== 'preToolCall');

/** A person would be shown the arguments of the model, so neither way does the tool run. */
function stopping(verb: string, verdict: (call: ToolCall) => Verdict<'preToolCall'>): ProbeMode {
  const hooks: ProbeMode['hooks'] = (asked) => {
    const registry = createHooks();
    registry.addHook('preToolCall', ({ call }) => (asked(), verdict(call)));
    return registry;
  };
  const name = `${verb} preToolCall`;
  return { name, event: 'preToolCall', hooks, hidden: ['toolResult'], stops: ['tool'] };
}

/** What is asked although no tool comes to a result. */
const beforeResult: readonly EventName[] = [
  'onUserMessage',
  'preRequest',
  'onResponse',
  'preToolCall',
];

/** The model, but its first call of this method fails in a way that is tried again. */
function failingOnce({ sdk, model, run }: Kit, method: 'doGenerate' | 'doStream'): Kit['model'] {
  let failed = false;
  const own = model[method] as (params: unknown) => unknown;
  const once = async (params: unknown): Promise<unknown> => {
    if (failed) return own(params);
    failed = true;
    run.note('failed', 'once');
    const url = 'https://example.com';
    const problem = { message: 'busy', url, requestBodyValues: {}, statusCode: 503 };
    throw new sdk.APICallError({ ...problem, responseHeaders: { 'retry-after-ms': '1' } });
  };
  return { ...model, [method]: once };
}

function retried(kit: Kit): Promise<unknown> {
  const model = failingOnce(kit, 'doGenerate');
  return kit.module.generateText({ ...kit.call, model });
}

async function retriedStream(kit: Kit): Promise<unknown> {
  const model = failingOnce(kit, 'doStream');
  const result = kit.module.streamText({ ...kit.call, model, onError: () => undefined });
  return drain(result.fullStream);
}

function withExecute({ tools, run }: Kit, act: () => unknown): ToolSet {
  const execute = (args: unknown): unknown => {
    run.toolRan('refund', args);
    return act();
  };
  return { refund: { ...tools['refund'], execute } as Tool };
}

function throwing(kit: Kit): Promise<unknown> {
  const tools = withExecute(kit, () => {
    throw new TypeError('no money left', { cause: new Error('the safe is empty') });
  });
  return kit.module.generateText({ ...kit.call, tools });
}

function aborting(kit: Kit): Promise<unknown> {
  const controller = new AbortController();
  const reason = new Error('I had enough');
  const tools = withExecute(kit, () => {
    controller.abort(reason);
    return 'too late';
  });
  return kit.module.generateText({ ...kit.call, tools, abortSignal: controller.signal });
}

async function leaving({ module, call, run }: Kit): Promise<unknown> {
  const controller = new AbortController();
  const result = module.streamText({
    ...call,
    abortSignal: controller.signal,
    onAbort: ({ steps }) => run.note('onAbort', steps.length),
    onError: ({ error }) => run.note('onError', error),
  });
  const types: string[] = [];
  try {
    for await (const { type } of result.fullStream) {
      types.push(type);
      if (type.endsWith('-delta')) controller.abort(new DOMException('left', 'AbortError'));
    }
  } catch (error) {
    run.note('thrown', error);
  }
  return types.at(-1);
}

async function approving({ sdk, major }: SdkVersion, { call, tools, run }: Kit): Promise<unknown> {
  // What became of a message of the first call is remembered by the session.
  const session = { id: 'thread' };
  const module = run.hooks === undefined ? sdk : withHooks(sdk, run.hooks, { session });
  const own =
    major === 6
      ? { tools: { refund: { ...tools['refund'], needsApproval: true } as Tool } }
      : { tools, toolApproval: { refund: 'user-approval' } };
  const messages: ModelMessage[] = [{ role: 'user', content: 'Pay me.' }];
  const { prompt: _prompt, ...options } = call;
  const asked = await module.generateText({ ...options, ...own, messages } as never);
  const request = (asked.content as readonly { type: string; approvalId?: string }[]).find(
    ({ type }) => type === 'tool-approval-request',
  );
  if (request === undefined) return asked;
  const { approvalId } = request;
  const answer = { type: 'tool-approval-response', approvalId, approved: true };
  messages.push(...asked.response.messages, { role: 'tool', content: [answer as never] });
  return { asked, answer: await module.generateText({ ...options, ...own, messages } as never) };
}

/** Everything that spans and integrations are given. */
function tracing({ major }: SdkVersion, { module, call, run }: Kit): Promise<unknown> {
  const note = (what: string) => (event: unknown) => run.note(what, event);
  const integrations = Object.fromEntries(
    ['onStart', 'onStepStart', 'onStepEnd', 'onEnd', 'onToolExecutionStart', 'onToolExecutionEnd']
      .concat('onLanguageModelCallStart', 'onLanguageModelCallEnd')
      .map((name) => [name, note(name)]),
  );
  const traced =
    major === 6
      ? { experimental_telemetry: { isEnabled: true, tracer: tracerOf(run.note) } }
      : { telemetry: { isEnabled: true, integrations: [integrations] } };
  return module.generateText({ ...call, ...traced });
}

/** A tracer that keeps the names and attributes of its spans. */
function tracerOf(note: Kit['run']['note']): object {
  const span = {
    setAttribute: (name: string, value: unknown) => note(`attribute ${name}`, value),
    setAttributes: (attributes: object) => note('attributes', timeless(attributes)),
    addEvent: (name: string, attributes: object = {}) =>
      note(`event ${name}`, timeless(attributes)),
    setStatus: (status: unknown) => note('status', status),
    recordException: (error: unknown) => note('exception', error),
    updateName: () => undefined,
    isRecording: () => true,
    spanContext: () => ({ traceId: '1', spanId: '1', traceFlags: 1 }),
    end: () => undefined,
  };
  const startActiveSpan = (name: string, ...given: readonly unknown[]): unknown => {
    note(`span ${name}`, timeless((given[0] as { attributes?: object }).attributes ?? {}));
    return (given.at(-1) as (opened: object) => unknown)(span);
  };
  return { startSpan: () => span, startActiveSpan };
}

function timeless(attributes: object): object {
  const kept = Object.entries(attributes).filter(([name]) => !/timestamp|ms|PerSecond/i.test(name));
  return Object.fromEntries(kept);
}

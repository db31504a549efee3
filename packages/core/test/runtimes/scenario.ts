import {
  ask,
  createHooks,
  definePolicy,
  deny,
  InterposeError,
  type Hooks,
  type ModelResponse,
} from '@interpose/core';
import {
  openChat,
  streamCycle,
  toolCycle,
  type Chat,
  type StreamCodec,
  type ToolOutcome,
} from '@interpose/core/adapter';

/** What one run of the scenario found, as JSON can hold it. */
export interface Findings {
  /** How the call of each tool ended. */
  readonly calls: Readonly<Record<string, string>>;
  /** What the approver was shown: the value, and the SHA-256 that binds its answer. */
  readonly approval: { readonly value: unknown; readonly digest: string };
  /** What left the stream gate. */
  readonly streamed: string;
  /** The session a dispatch found around it, or the code of the error where there is no ambient storage. */
  readonly ambient: string;
  /** The code of the error that an assignment to a context throws. */
  readonly assignment: string;
  /** Why and how the sessions and the chat ended. */
  readonly endings: readonly string[];
}

type Delta = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'end' };

/**
 * One agent's life on the built package: hooks modify, deny, respond, ask, think and hang, a stream is
 * masked, sessions begin and end. Only the language and the web's own globals are used.
 */
export async function scenario(): Promise<Findings> {
  const shown: { value: unknown; digest: string }[] = [];
  const endings: string[] = [];
  const hooks = createHooks({
    policies: [guard],
    approver: ({ value, digest }) => {
      shown.push({ value, digest });
      return { approved: true, by: 'ada' };
    },
  });
  hooks.observe('onChatDone', ({ reason }) => void endings.push(`chat ${reason}`));
  hooks.observe('onSessionEnd', ({ ended }) => void endings.push(`session ${ended}`));
  const chat = await openChat(hooks, {
    host: { framework: 'runtime', version: '1' },
    agent: { id: 'agent' },
    session: { id: 'named' },
  });
  const calls: Record<string, string> = {};
  for (const name of ['search', 'exec', 'clock', 'slow', 'hung', 'refund']) {
    calls[name] = await callTool(chat, name);
  }
  const streamed = await streamAnswer(chat);
  await chat.end({ kind: 'done', reason: 'completed' });
  await hooks.endSession('named');
  const ambient = await ambientSession(hooks);
  const assignment = await assignToContext(hooks);
  await hooks.close();
  return { calls, approval: shown[0]!, streamed, ambient, assignment, endings };
}

const guard = definePolicy({
  name: 'guard',
  version: '1.0.0',
  hooks: {
    preToolCall: [
      { tool: 'search', run: ({ call }) => ({ call: { ...call, args: { query: 'cheap' } } }) },
      { tool: 'exec', run: () => deny('no shell') },
      { tool: 'clock', run: () => ({ result: 'noon' }) },
      { tool: 'slow', run: () => pause(30).then(() => deny('thought about it')) },
      { tool: 'hung', timeoutMs: 60, run: () => pause(300).then(() => undefined) },
      { tool: 'refund', run: () => ask('refunds need a person') },
    ],
    onResponseDelta: {
      name: 'mask',
      window: 12,
      run: ({ delta }) => ({ delta: delta.replace(/secret-\d\d/, '***') }),
    },
  },
});

async function callTool(chat: Chat, name: string): Promise<string> {
  const outcome = await toolCycle(chat, {
    call: { id: `call-${name}`, name, args: { query: 'dear' } },
    tool: { name, origin: 'local', known: true, enabled: true },
    run: ({ args }) => `${name} ran with ${String(args['query'])}`,
  });
  return described(outcome);
}

function described(outcome: ToolOutcome<string>): string {
  switch (outcome.kind) {
    case 'result':
      return String(outcome.result);
    case 'denied':
      return `${outcome.denial.code}: ${outcome.text}`;
    case 'error':
      return outcome.error.message;
    case 'suspended':
      return outcome.reason;
  }
}

const codec: StreamCodec<Delta> = {
  read: (part) =>
    part.kind === 'text'
      ? { kind: 'delta', channel: 'text', id: '0', text: part.text }
      : { kind: 'finish' },
  write: (_part, text) => ({ kind: 'text', text }),
  collect: (parts) =>
    responseOf(parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')),
  compose: () => [],
  refuse: ({ text }) => [{ kind: 'text', text }, { kind: 'end' }],
};

async function streamAnswer(chat: Chat): Promise<string> {
  const outcome = await streamCycle(chat, {
    request: () => ({ messages: [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }] }),
    call: () => streamOf(['the key is sec', 'ret-4', '2, keep it']),
    continues: () => false,
    codec,
  });
  if (outcome.kind !== 'stream') return outcome.kind;
  let text = '';
  const reader = outcome.stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    if (value.kind === 'text') text += value.text;
  }
}

function streamOf(texts: readonly string[]): ReadableStream<Delta> {
  const parts: Delta[] = texts.map((text) => ({ kind: 'text', text }));
  parts.push({ kind: 'end' });
  return new ReadableStream({
    async pull(out) {
      await pause(1);
      const part = parts.shift();
      if (part === undefined) out.close();
      else out.enqueue(part);
    },
  });
}

function responseOf(text: string): ModelResponse {
  return { content: [{ type: 'text', text }], finishReason: 'stop' };
}

async function ambientSession(hooks: Hooks): Promise<string> {
  let found = 'none';
  const stop = hooks.addHook('onTrigger', ({ session }) => void (found = session.id));
  try {
    await hooks.inSession({ id: 'ambient' }, async () => {
      await pause(1);
      await hooks.dispatch('onTrigger', { trigger: { kind: 'cron', content: [] } });
    });
    return found;
  } catch (error) {
    return codeOf(error);
  } finally {
    stop();
  }
}

async function assignToContext(hooks: Hooks): Promise<string> {
  let code = 'none';
  const stop = hooks.addHook('onTrigger', (ctx) => {
    try {
      Object.assign(ctx, { trigger: undefined });
    } catch (error) {
      code = codeOf(error);
    }
  });
  await hooks.dispatch('onTrigger', { trigger: { kind: 'cron', content: [] } });
  stop();
  return code;
}

function codeOf(error: unknown): string {
  return InterposeError.isInstance(error) ? error.code : String(error);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

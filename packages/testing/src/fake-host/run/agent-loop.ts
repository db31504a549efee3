import { askModel, type Asked } from '../model/ask-model.ts';
import { askModelStreamed } from '../model/ask-model-streamed.ts';
import type { FakeOutcome } from './fake-outcome.ts';
import type { FakeRun } from './fake-run.ts';
import type { FakeAnswer, FakeCall, FakeMessage, FakePart } from '../translate/fake-values.ts';
import { ProviderFailure } from '../model/provider-failure.ts';
import { reach } from '../tools/offers.ts';
import { refuse } from './refuse.ts';
import { runCalls } from '../tools/run-calls.ts';

/** Asks the model and runs its calls until it answers; a streamed run yields the parts for the reader. */
export async function* agentLoop(run: FakeRun): AsyncGenerator<FakePart, FakeOutcome> {
  const { maxSteps = 10 } = run.options;
  for (let step = 0; step < maxSteps; step++) {
    const asked = yield* ask(run);
    if (asked.kind === 'denied') return refuse(run, asked);
    const { answer } = asked;
    run.history.push(said(answer));
    const calls = answer.calls.filter((call) => call.ranAtProvider === undefined);
    if (calls.length === 0) return finish(run, answer);
    const pending = await runCalls(run, calls);
    if (pending.length > 0) return { kind: 'suspended', pending };
    const last = calls.at(-1);
    if (last !== undefined && isFinal(run, last)) return answerDirectly(run);
    steer(run, step);
  }
  throw new Error(`the agent made ${maxSteps} model calls without an answer`);
}

/** Repeats a failed model call as often as the app allows, unless parts of it have already left. */
async function* ask(run: FakeRun): AsyncGenerator<FakePart, Asked> {
  for (let repeats = run.options.hostRetries ?? 0; ; repeats--) {
    try {
      return run.streamed ? yield* askModelStreamed(run) : await askModel(run);
    } catch (error) {
      if (repeats === 0 || !(error instanceof ProviderFailure && error.passing)) throw error;
    }
  }
}

function finish({ options }: FakeRun, { said: text }: FakeAnswer): FakeOutcome {
  if (options.toolChoice === 'required')
    throw new Error('the model called no tool although it had to');
  if (options.output === undefined) return { kind: 'answer', text };
  return { kind: 'answer', text, object: JSON.parse(text) as unknown };
}

async function answerDirectly(run: FakeRun): Promise<FakeOutcome> {
  const last = run.history.at(-1);
  const text =
    last?.by === 'tool' && last.outcome.kind === 'output' ? String(last.outcome.output) : '';
  const message = { role: 'assistant', content: [{ type: 'text', text }] } as const;
  const answered = await run.cycles.answerWith(run.chat, message);
  if (answered.kind === 'denied') return refuse(run, answered);
  const answer = answered.message.content
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('');
  run.history.push({ by: 'model', said: answer, calls: [] });
  return { kind: 'answer', text: answer };
}

function isFinal(run: FakeRun, call: FakeCall): boolean {
  const reached = reach(run, call.tool);
  const last = run.history.at(-1);
  return (
    reached.kind === 'tool' &&
    reached.fixture.final === true &&
    last?.by === 'tool' &&
    last.outcome.kind === 'output'
  );
}

function steer({ call, history }: FakeRun, step: number): void {
  for (const { afterIteration, text } of call.steering ?? []) {
    if (afterIteration === step) history.push({ by: 'user', said: text });
  }
}

function said({ said: text, thought, calls }: FakeAnswer): FakeMessage {
  return { by: 'model', said: text, ...(thought === undefined ? {} : { thought }), calls };
}

import type {
  HarnessRun,
  Outcome,
  PersonsAnswer,
  Received,
} from '../../conformance/scenario/harness-run.ts';
import type { Scenario } from '../../conformance/scenario/scenario.ts';
import type { FakeStream } from '../fake-host.ts';
import type { FakeEnd, FakeOutcome } from '../run/fake-outcome.ts';
import type { FakeScenario } from './fake-scenario.ts';
import type { FakeCall, FakeMessage, FakePart } from '../translate/fake-values.ts';
import { findStreamFaults } from './find-stream-faults.ts';
import { toArgs } from '../translate/to-contract.ts';

type Resume = (answer: PersonsAnswer, history: readonly FakeMessage[]) => Promise<HarnessRun>;

/** Reads a run to its end, as a caller would, and returns what the caller got. */
export async function readFakeRun(
  fake: FakeScenario,
  running: Promise<FakeEnd> | FakeStream,
  scenario: Scenario,
  resume: Resume,
): Promise<HarnessRun> {
  const read = 'parts' in running ? await readParts(running, scenario) : undefined;
  const { outcome, history } = await ('parts' in running ? running.end : running);
  const run: HarnessRun = {
    outcome: toOutcome(outcome),
    received: read === undefined ? receivedPlain(outcome, history, scenario) : receivedParts(read),
    get requests() {
      return fake.requests;
    },
    streamFaults:
      read === undefined || outcome.kind === 'stopped' ? [] : findStreamFaults(read, outcome.kind),
    resume: (answer) => resume(answer, history),
  };
  return fake.keep(run, history);
}

async function readParts({ parts }: FakeStream, { consumer }: Scenario): Promise<FakePart[]> {
  const read: FakePart[] = [];
  for await (const part of parts) {
    read.push(part);
    if (part.type === 'said' && consumer?.onText?.(part.chunk) === 'break') break;
  }
  return read;
}

function toOutcome(outcome: FakeOutcome): Outcome {
  switch (outcome.kind) {
    case 'suspended': {
      const pending = outcome.pending.map(({ key, tool, args, token }) => ({
        callId: key,
        name: tool,
        args,
        token,
      }));
      return { kind: 'suspended', pending };
    }
    case 'aborted':
      return { kind: 'aborted' };
    default:
      return outcome;
  }
}

function receivedParts(parts: readonly FakePart[]): Received {
  const joined = (type: 'said' | 'thought'): string =>
    parts.flatMap((part) => (part.type === type ? [part.chunk] : [])).join('');
  const calls = parts.flatMap((part) => (part.type === 'call' ? [part.call] : []));
  return { text: joined('said'), reasoning: joined('thought'), calls: calls.map(toCall) };
}

/** Returns what the caller of a plain run gets: the messages that the run added to the history. */
function receivedPlain(
  outcome: FakeOutcome,
  history: readonly FakeMessage[],
  { messages }: Scenario,
): Received {
  const added = history.slice(history.findLastIndex(({ by }) => by === 'user') + 1);
  const said = added.flatMap((message) => (message.by === 'model' ? [message] : []));
  const text = outcome.kind === 'answer' || outcome.kind === 'refusal' ? outcome.text : '';
  return {
    text: messages.length === 0 ? text : said.map((message) => message.said).join(''),
    reasoning: said.map(({ thought = '' }) => thought).join(''),
    calls: said.flatMap((message) => message.calls.map(toCall)),
  };
}

function toCall({ key, tool, input }: FakeCall): Received['calls'][number] {
  return { id: key, name: tool, args: toArgs(input) };
}

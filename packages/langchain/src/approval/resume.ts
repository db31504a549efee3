import { InterposeError, type Hooks } from '@interpose/core';
import { isDict, suspendedAmong } from '@interpose/adapter-kit';
import type { SuspendedChat } from '@interpose/core/adapter';
import type { Runner } from '../targets/shapes.ts';
import { listIn, type RunnableConfig } from '../translate/native.ts';

/** The payload that a person sees: LangChain's own for approvals, with the call and the token of the ask. */
export interface SuspendedAsk {
  readonly actionRequests: readonly {
    readonly name: string;
    readonly args: Readonly<Record<string, unknown>>;
    readonly description: string;
  }[];
  readonly reviewConfigs: readonly {
    readonly actionName: string;
    readonly allowedDecisions: readonly string[];
  }[];
  readonly toolCallId: string;
  /** For `hooks.resume`, if an approver of the registry suspended the call. */
  readonly token: string;
}

/** Whether this is the payload of an interrupt that an ask made. */
function isSuspendedAsk(value: unknown): value is SuspendedAsk {
  return (
    isDict(value) &&
    typeof value['toolCallId'] === 'string' &&
    typeof value['token'] === 'string' &&
    Array.isArray(value['actionRequests'])
  );
}

/** The asks that a resumed run continues, by call id. */
export type PendingAsks = ReadonlyMap<string, SuspendedAsk>;

/** The asks and the suspended chat that a resumed run continues. */
export interface Resumption {
  readonly pending: PendingAsks;
  readonly resumes: SuspendedChat | undefined;
}

const NOTHING: Resumption = { pending: new Map(), resumes: undefined };

/**
 * Finds the asks that the graph's thread waits for, if this input resumes it.
 *
 * @throws InterposeError `resume_ambiguous` if one answer would count for several asks.
 */
export async function readResumption(
  hooks: Hooks,
  graph: Pick<Runner, 'getState'>,
  input: unknown,
  config: RunnableConfig,
): Promise<Resumption> {
  if (!isDict(input) || input['lg_name'] !== 'Command' || input['resume'] === undefined)
    return NOTHING;
  const asks = asksIn(await graph.getState(config));
  if (asks.length === 0) return NOTHING;
  const ids = new Set(asks.map(([id]) => id));
  if (asks.length > 1 && !answersById(input['resume'], ids)) throw ambiguousAnswer();
  const pending = new Map(asks.map(([, ask]) => [ask.toolCallId, ask]));
  return { pending, resumes: await suspendedAmong(hooks, pending.keys()) };
}

/** Returns the asks that the tasks of this state wait for, each with the id of its interrupt. */
function asksIn(state: unknown): readonly (readonly [id: unknown, ask: SuspendedAsk])[] {
  const tasks = listIn(isDict(state) ? state['tasks'] : undefined);
  const interrupts = tasks.flatMap((task) => listIn(isDict(task) ? task['interrupts'] : undefined));
  return interrupts.flatMap((each): [unknown, SuspendedAsk][] =>
    isDict(each) && isSuspendedAsk(each['value'])
      ? [[each['id'] ?? each['interrupt_id'], each['value']]]
      : [],
  );
}

function answersById(resume: unknown, ids: ReadonlySet<unknown>): boolean {
  if (!isDict(resume)) return false;
  const keys = Object.keys(resume);
  return keys.length > 0 && keys.every((key) => ids.has(key));
}

/** Returns the error for an answer that does not name its interrupt. */
export function ambiguousAnswer(): InterposeError {
  return new InterposeError(
    'resume_ambiguous',
    'one answer was given for whatever waits for one',
    'resume with new Command({ resume: { [interruptId]: decision } }), one decision for each interrupt',
  );
}

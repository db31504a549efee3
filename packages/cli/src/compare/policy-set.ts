import { type DecisionRecord, type Hooks, type Message, type ToolCall } from '@interpose/core';
import { hooksOf } from '@interpose/core/load';

import type { LoadedModule } from '../config/load-config.ts';
import type { RecordedSession } from '../recordings/read-recordings.ts';
import { replayRun } from '../replay/replay-run.ts';
import { Latency } from './latency.ts';

/** One decision of a replayed run; `key` matches it to the same decision in another replay of the run. */
export interface Step {
  readonly key: string;
  readonly record: DecisionRecord;
}

/** A run after its replay through one set of policies. */
export interface PlayedRun {
  readonly steps: readonly Step[];
  readonly executed: readonly ToolCall[];
  readonly asks: number;
  /** Hooks that failed, as `hook: code`. */
  readonly failures: readonly string[];
}

/** The most sessions kept open for later runs; beyond it, the oldest session ends. */
const MOST_SESSIONS = 200;
/** The most earlier messages kept for a session, so that a session as long as a recording does not fill the memory. */
const MOST_MESSAGES = 1000;

/** A set of policies that plays recorded runs one after the other. */
export class PolicySet {
  readonly name: string;
  readonly latency: Latency = new Latency();
  readonly #hooks: Hooks;
  readonly #sessions = new Map<string, Message[]>();
  readonly #approves: boolean;
  #steps: Step[] = [];
  #failures: string[] = [];
  #seen = new Map<string, number>();
  #asks = 0;

  private constructor(name: string, hooks: Hooks, approves: boolean) {
    this.name = name;
    this.#hooks = hooks;
    this.#approves = approves;
    hooks.observe('onDecision', ({ record }) => this.#note(record));
    hooks.observe('onHookError', ({ hook, code }) => void this.#failures.push(`${hook}: ${code}`));
  }

  /** @param approves the answer of every approver. @throws InterposeError for a module that holds no policies. */
  static async open({ module, name }: LoadedModule, approves: boolean): Promise<PolicySet> {
    let set: PolicySet | undefined;
    const approver = (): { readonly approved: boolean } => {
      if (set !== undefined) set.#asks += 1;
      return { approved: approves };
    };
    // A replay never waits for a person, so the approver of the module is replaced.
    const options = module.options === undefined ? undefined : { ...module.options, approver };
    const given = options === undefined ? module : { options };
    const hooks = await hooksOf(given, name, {});
    set = new PolicySet(name, hooks, approves);
    return set;
  }

  /** Plays a run as its own session, or as the next part of the session that it names. */
  async play({ run, sessionId, isNamed, agent, user }: RecordedSession): Promise<PlayedRun> {
    this.#steps = [];
    this.#failures = [];
    this.#seen = new Map();
    this.#asks = 0;
    const history = isNamed ? await this.#historyOf(sessionId) : [];
    const { executed } = await replayRun({
      hooks: this.#hooks,
      run,
      sessionId,
      goesOn: isNamed,
      history,
      asks: () => (this.#approves ? 0 : this.#asks),
      ...(agent === undefined ? {} : { agent }),
      ...(user === undefined ? {} : { user }),
    });
    await this.#hooks.flush();
    return { steps: this.#steps, executed, asks: this.#asks, failures: this.#failures };
  }

  async close(): Promise<void> {
    await this.#hooks.close();
  }

  async #historyOf(id: string): Promise<Message[]> {
    const history = newest(this.#sessions.get(id) ?? []);
    this.#sessions.delete(id);
    this.#sessions.set(id, history);
    const [oldest] = this.#sessions.size > MOST_SESSIONS ? this.#sessions.keys() : [];
    if (oldest !== undefined) {
      this.#sessions.delete(oldest);
      await this.#hooks.endSession(oldest);
    }
    return history;
  }

  #note(record: DecisionRecord): void {
    if (record.mode === 'monitor') return;
    const kind = `${record.event} ${record.tool ?? ''}`;
    const count = this.#seen.get(kind) ?? 0;
    this.#seen.set(kind, count + 1);
    this.#steps.push({ key: `${kind} ${count}`, record });
    this.latency.add(record.ms);
  }
}

/** Returns the newest messages that fit, from a user turn on, so that no result stands without its call. */
function newest(history: Message[]): Message[] {
  const most = history.slice(-MOST_MESSAGES);
  if (most.length === history.length) return history;
  const turn = most.findIndex(({ role }) => role === 'user');
  return turn < 0 ? [] : most.slice(turn);
}

import type { HarnessRun, PersonsAnswer } from '../../conformance/scenario/harness-run.ts';
import type { Scenario } from '../../conformance/scenario/scenario.ts';
import type { SeenRequest } from '../../conformance/scenario/seen-request.ts';
import type { Cycles } from '../run/cycles.ts';
import { fakeHost, type FakeHost } from '../fake-host.ts';
import type { FakeMessage } from '../translate/fake-values.ts';
import { scriptedFakeModel, type ScriptedFakeModel } from '../model/scripted-fake-model.ts';
import { toSeenRequest } from './to-seen-request.ts';

const histories = new WeakMap<HarnessRun, readonly FakeMessage[]>();

/** A scenario of the suite, built with the parts of the fake framework. */
export class FakeScenario {
  readonly host: FakeHost;
  readonly #models = new Map<string, ScriptedFakeModel>();
  readonly #seen: SeenRequest[] = [];

  constructor(
    { agents = [], messages: _messages, after: _after, model, ...scenario }: Scenario,
    cycles?: Cycles,
  ) {
    this.host = fakeHost({
      ...scenario,
      ...(cycles === undefined ? {} : { cycles }),
      model: this.#model('main', model),
      agents: agents.map((agent) => ({ ...agent, model: this.#model(agent.name, agent.model) })),
    });
  }

  /** The requests that reached the models so far, in order of arrival. */
  get requests(): readonly SeenRequest[] {
    return this.#seen;
  }

  /** Returns the history that an app would send: the history of an earlier run, then the new messages. */
  inputFor({ after, messages }: Scenario): readonly FakeMessage[] {
    const earlier = after === undefined ? [] : (histories.get(after) ?? []);
    return [
      ...earlier.map((message) => structuredClone(message)),
      ...messages.map(({ role, text }): FakeMessage =>
        role === 'user' ? { by: 'user', said: text } : { by: 'model', said: text, calls: [] },
      ),
    ];
  }

  /** Stores the history that the app holds after this run. */
  keep(run: HarnessRun, history: readonly FakeMessage[]): HarnessRun {
    histories.set(run, history);
    return run;
  }

  /** Returns the suspended history as the client sends it back, with the arguments it may have changed. */
  resumable(
    history: readonly FakeMessage[],
    { tamperedArgs }: PersonsAnswer,
  ): readonly FakeMessage[] {
    if (tamperedArgs === undefined) return history;
    const input = JSON.stringify(tamperedArgs);
    return history.map((message) =>
      message.by === 'model'
        ? { ...message, calls: message.calls.map((call) => ({ ...call, input })) }
        : message,
    );
  }

  #model(agent: string, script: Scenario['model']): ScriptedFakeModel {
    const model = scriptedFakeModel(script, (request, streamed) =>
      this.#seen.push(toSeenRequest(agent, request, streamed)),
    );
    this.#models.set(agent, model);
    return model;
  }
}

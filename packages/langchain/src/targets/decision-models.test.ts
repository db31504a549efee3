import { BaseDecisionModel, parseClassifierResponse } from '@langchain/core/decisions';
import { HumanMessage } from '@langchain/core/messages';
import { createAgent, createMiddleware } from 'langchain';
import { expect, test } from 'vitest';

import { graphOf } from '../../test/graph-of.ts';
import { PlainModel } from '../../test/plain-model.ts';
import { hearing, judging } from '../../test/scripted-agent.ts';
import { withHooks } from '../index.ts';

const question = { messages: [new HumanMessage('Go.')] };

/** A decision model in memory that says yes to every question. */
class YesModel extends BaseDecisionModel {
  override lc_namespace = ['memory'];
  asked = 0;

  constructor() {
    super({ model: 'yes' });
  }

  override get _provider(): string {
    return 'memory';
  }

  override async _classify(_state: unknown, questions: object) {
    this.asked += 1;
    const answers = Object.keys(questions).map((id) => [id, { type: 'noul', noul: 1 }]);
    return parseClassifierResponse({ model: 'yes', answers: Object.fromEntries(answers) });
  }
}

const doubt = {
  state: 'A story.',
  questions: { isTrue: { type: 'noul', instructions: '?' } },
} as const;

test.each([{}, { callbacks: [] }])(
  'a decision model is refused in a compiled graph, also one that is asked with %o',
  async (options) => {
    const model = new YesModel();
    const graph = graphOf(() => model.invoke(doubt, options));
    const hooks = judging('preRequest');
    await expect(withHooks(graph, hooks).invoke(question)).rejects.toThrow('[model_unhooked]');
    expect(model.asked).toBe(0);
  },
);

test('a model of another copy that tells of itself as a chain is refused', async () => {
  const tellsOnly = graphOf(async (_state: object, config: { callbacks?: unknown }) => {
    const manager = config.callbacks as { handleChainStart(...given: unknown[]): Promise<unknown> };
    await manager.handleChainStart({}, {}, undefined, 'llm');
    return { messages: [] };
  });
  const hooks = judging('preRequest');
  await expect(withHooks(tellsOnly, hooks).invoke(question)).rejects.toThrow('[model_unhooked]');
});

test('a decision model is no target, and one inside of an agent is told once', async () => {
  const { hooks } = hearing(['preRequest']);
  const model = new YesModel();
  expect(() => withHooks(model as never, hooks)).toThrow('[target_unknown]');
  const told: unknown[] = [];
  hooks.addHook('onHookError', ({ code }) => void told.push(code));
  const asks = createMiddleware({
    name: 'asks',
    beforeModel: async () => void (await model.invoke(doubt)),
  });
  const params = { model: new PlainModel('Hello.'), tools: [], middleware: [asks] };
  await withHooks(createAgent, hooks)(params).invoke(question);
  expect([model.asked, told]).toEqual([1, ['unmediated_call']]);
  expect(await model.invoke(doubt)).toMatchObject({ answers: { isTrue: { noul: 1 } } });
});

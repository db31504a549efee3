import assert from 'node:assert/strict';

import { DeniedError, deny, type Hooks, type HooksOptions } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer, expectError, expectRefusal } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { question } from '../../kit/one-call.ts';
import { asksFor, call, says } from '../../kit/script.ts';
import { expectRequests, expectWithheld, requestAt } from '../../kit/seen-text.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

type Refusing =
  | 'onUserMessage'
  | 'onSystemMessage'
  | 'preRequest'
  | 'onResponse'
  | 'onAgentResponse';

const refusing: readonly Refusing[] = [
  'onUserMessage',
  'onSystemMessage',
  'preRequest',
  'onResponse',
  'onAgentResponse',
];

/** Behaviours for what a refusal looks like to the caller, at every event. */
export const denyEffects: readonly Behaviour[] = theme('deny-effects', [
  {
    id: 'C200',
    title: 'a refusal carries the message of the verdict, or says that a policy blocked it',
    rows: [45, 46],
    async run(bench) {
      for (const event of refusing) {
        for (const message of [undefined, 'Ask me something else.']) {
          const hooks = bench.hooks();
          denyAt(hooks, event, message);
          const run = await bench.start({
            hooks,
            model: [says('Hidden.')],
            messages: question,
            instructions: 'Be brief.',
          });
          expectRefusal(run, message ?? 'Blocked by policy.');
          expectWithheld(run, 'Hidden.');
        }
      }
    },
  },
  {
    id: 'C201',
    title: "with onDeny 'throw' a refusal is a DeniedError with the code of the verdict",
    rows: [46],
    async run(bench) {
      for (const event of refusing) {
        const error = await deniedError(
          bench.hooks({ onDeny: 'throw' } satisfies HooksOptions),
          event,
          (hooks) =>
            bench.start({
              hooks,
              model: [says('Hidden.')],
              messages: question,
              instructions: 'Be brief.',
            }),
        );
        assert.ok(DeniedError.isInstance(error), `${event}: ${String(error)}`);
        assert.deepEqual(
          [error.code, error.denial.event, error.denial.reason],
          ['tested', event, 'not here'],
        );
      }
    },
  },
  {
    id: 'C202',
    title: 'where structured output was asked for, a refusal is a DeniedError',
    rows: [46],
    needs: ['structured-output'],
    async run(bench) {
      const output = {
        type: 'object',
        properties: { euros: { type: 'number' } },
        required: ['euros'],
        additionalProperties: false,
      };
      for (const event of ['preRequest', 'onResponse'] as const) {
        const error = await deniedError(bench.hooks(), event, (hooks) =>
          bench.start({ hooks, model: [says('{"euros":10}')], messages: question, output }),
        );
        assert.ok(DeniedError.isInstance(error), `${event}: ${String(error)}`);
      }
      const run = await bench.start({
        hooks: bench.hooks(),
        model: [says('{"euros":10}')],
        messages: question,
        output,
      });
      expectAnswer(run, '{"euros":10}');
      assert.deepEqual(run.outcome.kind === 'answer' && run.outcome.object, { euros: 10 });
    },
  },
  {
    id: 'C203',
    title: 'a refusal stands where the host insists on a tool call',
    rows: [45],
    needs: ['required-tool-choice'],
    async run(bench) {
      for (const event of ['preRequest', 'onResponse'] as const) {
        const hooks = bench.hooks();
        denyAt(hooks, event);
        const search = spyTool('search');
        const run = await bench.start({
          hooks,
          model: [asksFor(call('search'))],
          messages: question,
          tools: [search],
          toolChoice: 'required',
        });
        assert.ok(
          ['refusal', 'answer'].includes(run.outcome.kind),
          `${event}: ${JSON.stringify(run.outcome)}`,
        );
        assert.equal('text' in run.outcome && run.outcome.text, 'Blocked by policy.');
        assert.deepEqual(search.runs, []);
      }
    },
  },
  {
    id: 'C204',
    title: 'a refusal passes no hooks, and the chat is done as denied',
    rows: [24],
    async run(bench) {
      for (const event of refusing) {
        const hooks = bench.hooks();
        denyAt(hooks, event);
        const heard = hear(hooks, ...refusing, 'onChatDone', 'onChatAbort', 'onChatError');
        await bench.start({
          hooks,
          model: [says('Hidden.')],
          messages: question,
          instructions: 'Be brief.',
        });
        await hooks.flush();
        assert.deepEqual(heard.names.slice(heard.names.indexOf(event) + 1), ['onChatDone'], event);
        assert.equal(heard.of('onChatDone')[0]?.reason, 'denied');
      }
    },
  },
  {
    id: 'C205',
    title: 'what was denied is absent from the history that the app resends',
    rows: [62],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onResponse', ({ response }) =>
        JSON.stringify(response).includes('margin') ? deny('secret') : undefined,
      );
      const session = { id: 'twice' };
      const first = await bench.start({
        hooks,
        session,
        model: [says('Our margin is 80.')],
        messages: question,
      });
      expectRefusal(first);
      const second = await bench.start({
        hooks,
        session,
        after: first,
        model: [says('Fine.')],
        messages: [{ role: 'user', text: 'Thank you.' }],
      });
      expectAnswer(second, 'Fine.');
      expectRequests(second, 1);
      assert.ok(!JSON.stringify(requestAt(second, 0)).includes('margin'));
    },
  },
]);

function denyAt(hooks: Hooks, event: Refusing, message?: string): void {
  const verdict = deny('not here', {
    code: 'tested',
    ...(message === undefined ? {} : { message }),
  });
  hooks.addHook(event, () => verdict, { name: 'guard' });
}

async function deniedError(
  hooks: Hooks,
  event: Refusing,
  start: (hooks: Hooks) => ReturnType<Parameters<Behaviour['run']>[0]['start']>,
): Promise<unknown> {
  denyAt(hooks, event);
  return expectError(await start(hooks));
}
